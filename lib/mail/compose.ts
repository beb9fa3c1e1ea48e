import { defaultLanguage, type PageLanguage } from '@/lib/messages/languages'
import { renderText, serverText } from '@/lib/server-text'
import type { Mail } from './types'

/** The content of an email: paragraphs, one link, and further notes. All are plain text or server texts. */
export interface MailText {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  link: { label: string; url: string }
  notes: readonly string[]
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')

/** Turns a text into one line. Names come from people and may contain line breaks. */
const toLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/**
 * Writes a mail as plain text and as simple HTML with the same content. The HTML loads nothing from other servers.
 * @param to the recipient
 * @param language the language of the recipient
 */
export function composeMail(
  to: Mail['to'],
  { subject: given, greeting, paragraphs, link, notes }: MailText,
  language: PageLanguage = defaultLanguage,
): Mail {
  const write = (text: string) => toLine(renderText(text, language))
  const subject = write(given)
  const label = write(link.label)
  const words = [greeting, ...paragraphs].map(write)
  const ending = notes.map(write)
  const text = [...words, `${label}:\n${link.url}`, ...ending, 'Sightline'].join('\n\n')
  const paragraph = (line: string, style = '') => `<p${style}>${escapeHtml(line)}</p>`
  const muted = ' style="color:#5b6664;font-size:13px"'
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;max-width:34em;margin:24px">',
    ...words.map((line) => paragraph(line)),
    `<p><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#0f6b5c;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>`,
    ...ending.map((line) => paragraph(line, muted)),
    paragraph(write(serverText('mail.openAddress', { url: link.url })), muted),
    '</body></html>',
  ].join('')
  return { to: { name: toLine(to.name), address: to.address }, subject, text: `${text}\n`, html }
}
