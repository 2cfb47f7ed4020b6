/** A page that is open while its session is on says so once in this time. */
export const attendanceMinutes = 1
