import 'server-only'
import type { Database, Listening } from '@/lib/db/types'
import type { SessionStore } from './session-store'

/** The triggers of migration 0013 send to this channel, in the transaction that ends a session or changes a person. */
const channel = 'sightline_sessions'

/**
 * Applies changes of other consoles to this one: cached data of the session or person is dropped, so that the next
 * request reads the row, and open streams check their session.
 */
export function listenForSessionNotices(
  db: Pick<Database, 'listen'>,
  sessions: Pick<SessionStore, 'forgetSession' | 'forgetUser' | 'forgetAll'>,
): Listening {
  return db.listen(channel, {
    heard: (payload) => {
      const [, kind, id = ''] = /^(session|user) (.+)$/.exec(payload) ?? []
      if (kind === 'session') sessions.forgetSession(id)
      else if (kind === 'user') sessions.forgetUser(id)
    },
    missed: () => sessions.forgetAll(),
  })
}
