/** The initials of the first and last word of a name. `?` without a name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = words[0]?.match(/[\p{L}\p{N}]/u)?.[0] ?? '?'
  const last = words.length > 1 ? (words.at(-1)?.match(/[\p{L}\p{N}]/u)?.[0] ?? '') : ''
  return (first + last).toUpperCase()
}
