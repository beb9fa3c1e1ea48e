import { z } from 'zod'
import { createDatabase } from '@/lib/db/database'
import { silentLog } from '@/lib/db/testing'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { createMailer } from '@/lib/mail/transport'
import { sendNext } from './email-worker'

/** Test tool: a console without pages that emails all due notices and then ends, for tests that kill it. */
const asked = z
  .object({ connection: z.record(z.string(), z.unknown()), port: z.number().int() })
  .parse(JSON.parse(process.argv[2] ?? ''))

await installServerTexts(['en'])
const db = createDatabase({ kind: 'embedded', connection: asked.connection, log: silentLog })
const mailer = createMailer({
  host: '127.0.0.1',
  port: asked.port,
  isSecure: false,
  needsTls: false,
  login: null,
  from: { name: 'Sightline', address: 'no-reply@sightline.example' },
})
while (await sendNext(db, mailer, { publicUrl: 'https://console.example' })) {
  // Continue until nothing is due.
}
mailer.close()
await db.close()
