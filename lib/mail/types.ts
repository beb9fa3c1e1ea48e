import { renderText } from '@/lib/server-text'

/** One mail to one person. */
export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Sends mail to a mail server. */
export interface Mailer {
  /**
   * Resolves once the server has accepted the mail.
   * @throws MailError with a text that may be stored and shown
   */
  send(mail: Mail): Promise<void>
  close(): void
}

/**
 * Why a mail was not accepted. `text` is a server text, which may be stored and shown; `message` is the same in
 * English. Neither contains credentials or the server's response.
 */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly text: string
  constructor(
    text: string,
    /** Whether the next mail would fail in the same way. */
    readonly isServerDown: boolean,
    options: { cause?: unknown } = {},
  ) {
    super(renderText(text), options)
    this.text = text
  }
}

/** A mail that the demo stored. */
export interface CaughtMail {
  id: string
  /** ISO instant. */
  at: string
  from: string
  to: string
  subject: string
  text: string
}
