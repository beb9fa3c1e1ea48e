/** Collects the parameters of one statement. */
export class Values {
  readonly list: unknown[] = []

  /** Adds a value and returns its placeholder, with a cast so that the server does not have to guess the type. */
  add(value: unknown, type: string): string {
    this.list.push(value)
    return `$${this.list.length}::${type}`
  }
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** A pattern for `like` that finds `part` anywhere. */
export const likePart = (part: string) => `%${escapeLike(part)}%`
