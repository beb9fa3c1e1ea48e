/**
 * Why the database cannot be opened, as a message for the person who starts the console. It may name folders and hosts,
 * so it must only appear in the terminal and the log, never in a response to a browser. It never contains a password.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
  constructor(
    readonly reason:
      | 'in-use'
      | 'disk-full'
      | 'too-old'
      | 'too-new'
      | 'no-binaries'
      | 'refused'
      | 'unreachable'
      | 'missing'
      | 'not-allowed'
      | 'changed-migration'
      | 'failed',
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}
