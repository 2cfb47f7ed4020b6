/** The most seats of one licence. */
export const mostSeats = 10_000
