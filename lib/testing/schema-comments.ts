/** The comments of a schema file, by the name of the schema and of its fields. */
export interface SchemaComments {
  description?: string
  fields: Readonly<Record<string, string>>
}

const clean = (comment: string) =>
  comment
    .replaceAll(/^\s*\*\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A comment for maintainers names files or functions of the code. */
const isForMaintainers = (text: string) => /\.tsx?\b|\b\w+\(\)/.test(text)

/**
 * Reads the doc comments of exported object schemas and of their own fields. It relies on the format of oxfmt: a field of
 * an exported schema is indented by two spaces, and a comment is directly above its subject.
 */
export function readSchemaComments(text: string): Map<string, SchemaComments> {
  const found = new Map<string, SchemaComments>()
  const schemas =
    /(?:^\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^export const (\w+) = z\n?\s*\.object\(\{\n([^]*?)\n(?: {2})?\}\)/gm
  for (const [, comment, name = '', body = ''] of text.matchAll(schemas)) {
    const fields: Record<string, string> = {}
    for (const [, about = '', field = ''] of body.matchAll(
      /^ {2,4}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {2,4}(\w+)(?::|,$)/gm,
    ))
      if (!isForMaintainers(about)) fields[field] ??= clean(about)
    const description = comment === undefined || isForMaintainers(comment) ? {} : { description: clean(comment) }
    found.set(name, { ...description, fields })
  }
  return found
}
