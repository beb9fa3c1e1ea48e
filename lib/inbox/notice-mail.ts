import { composeMail } from '@/lib/mail/compose'
import type { Mail } from '@/lib/mail/types'
import type { PageLanguage } from '@/lib/messages/languages'
import { serverText } from '@/lib/server-text'
import { noticePath } from './model'
import type { Notice } from './schema'

/** The maximum number of notices that a mail lists. The others are only counted. */
const listedMax = 20

export interface MailedNotice extends Pick<Notice, 'target'> {
  text: string
  detail: string | null
}

/** The mail of one notice, or of several in one list. `publicUrl` is the address of the console. */
export function writeNoticeMail(
  to: Mail['to'],
  notices: readonly [MailedNotice, ...MailedNotice[]],
  { language, publicUrl }: { language: PageLanguage; publicUrl: string },
): Mail {
  const [first] = notices
  const isOne = notices.length === 1
  const more = notices.length - listedMax
  const lines = notices
    .slice(0, listedMax)
    .flatMap(({ text, detail }) => (isOne && detail !== null ? [text, detail] : [text]))
  return composeMail(
    to,
    {
      subject: isOne ? first.text : serverText('inbox.mail.subject', { count: notices.length }),
      greeting: serverText('mail.helloName', { name: to.name }),
      paragraphs: more > 0 ? [...lines, serverText('inbox.mail.more', { count: more })] : lines,
      link: {
        label: serverText(isOne ? 'inbox.mail.open' : 'inbox.mail.openInbox'),
        url: `${publicUrl}${isOne ? (noticePath(first) ?? '/inbox') : '/inbox'}`,
      },
      notes: [serverText('inbox.mail.why')],
    },
    language,
  )
}
