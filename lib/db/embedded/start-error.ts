/**
 * Why the database cannot be opened, in one sentence for the person who starts the console: it may name directories and
 * hosts, so it belongs in the terminal and the log, never in an answer to a browser. It never holds a password.
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
