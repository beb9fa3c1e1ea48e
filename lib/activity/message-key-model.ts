/** Names of the log, such as `status-group`, as keys of the message catalog: `statusGroup`. */

type Camel<Name extends string> = Name extends `${infer Start}-${infer Rest}`
  ? `${Start}${Capitalize<Camel<Rest>>}`
  : Name

/** The cast is safe: it does to the text what `Camel` does to its type. */
export function messageKey<Name extends string>(name: Name): Camel<Name> {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>
}
