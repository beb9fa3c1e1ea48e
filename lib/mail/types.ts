import { renderText } from '@/lib/server-text'

/** One mail to one person. */
export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Hands mail over to a server. */
export interface Mailer {
  /**
   * Resolves once the server has accepted the mail.
   * @throws MailError with a text that may be stored and shown
   */
  send(mail: Mail): Promise<void>
  close(): void
}

/**
 * Why a mail was not accepted. `text` is a server text, which may be stored and shown; `message` is the same in English. They
 * name neither credentials nor what the server answered.
 */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly text: string
  constructor(
    text: string,
    /** The next mail would fail in the same way. */
    readonly isServerDown: boolean,
    options: { cause?: unknown } = {},
  ) {
    super(renderText(text), options)
    this.text = text
  }
}

/** A mail that the demo kept. */
export interface CaughtMail {
  id: string
  /** ISO instant. */
  at: string
  from: string
  to: string
  subject: string
  text: string
}
