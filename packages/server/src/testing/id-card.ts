const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

let people = 0

/** The number of a person who does not exist, a new one each time, with its check digit. */
export function idCardNumber({ born = '19900307', order }: { born?: string; order?: number } = {}): string {
  const body = `110101${born}${String(order ?? ++people).padStart(3, '0')}`
  const sum = weights.reduce((total, weight, place) => total + weight * Number(body[place]), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}
