/** A text as a pattern of `like` that stands for itself: what a person types holds no wildcards. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
