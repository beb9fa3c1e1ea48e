/** Turns names in the log, such as `status-group`, into keys of the message catalog, such as `statusGroup`. */

type Camel<Name extends string> = Name extends `${infer Start}-${infer Rest}`
  ? `${Start}${Capitalize<Camel<Rest>>}`
  : Name

/** The cast is safe because the code changes the text in the same way as `Camel` changes its type. */
export function messageKey<Name extends string>(name: Name): Camel<Name> {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>
}
