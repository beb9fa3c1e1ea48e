import 'server-only'
import type { Database, Listening } from '@/lib/db/types'
import type { SessionStore } from './session-store'

/** The triggers of migration 0013 speak here, in the transaction that ends a session or changes a person. */
const channel = 'sightline_sessions'

/**
 * Makes a change on any console hold on this one: what is kept of the session or person is forgotten, so that the next
 * request reads the row, and open streams look whether they still may.
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
