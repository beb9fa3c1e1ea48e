import { writeSession } from '@/lib/testing/harness'
import { expect, test } from '../fixtures'

const people = 50
const requestsEach = 100

/** A person whose name and email are in no other text. */
interface Marked {
  mark: string
  cookie: string
}

const marksIn = (text: string) => new Set(text.match(/marked-\d{4}/g))

test(
  `no answer of the server reaches the wrong person: ${people * requestsEach} requests of ${people} people at the same time, some aborted`,
  { tag: ['@S26'] },
  async ({ console: app }) => {
    test.setTimeout(300_000)
    const marked: Marked[] = []
    for (let at = 0; at < people; at += 1) {
      const mark = `marked-${1_000 + at}`
      const { rows } = await app.db.query<{ user_id: string }>(
        `insert into users (email, name, role) values ($1, $2, 'viewer') returning user_id`,
        [`${mark}@example.com`, mark],
      )
      const { cookie } = await writeSession(app.db, rows[0]?.user_id ?? '')
      marked.push({ mark, cookie: `${cookie.name}=${cookie.value}` })
    }
    const counts = { right: 0, aborted: 0, empty: 0 }
    const wrong: string[] = []
    const ask = async ({ mark, cookie }: Marked, run: number) => {
      // Pages are streamed, answers of the API are not.
      const path = run % 20 === 0 ? '/settings/account' : '/api/account'
      const abort = new AbortController()
      if (run % 7 === 0) setTimeout(() => abort.abort(), run % 5)
      try {
        const response = await fetch(`${app.url}${path}`, { headers: { cookie }, signal: abort.signal })
        const marks = marksIn(await response.text())
        if (response.status !== 200 || marks.size > 1 || (marks.size === 1 && !marks.has(mark)))
          wrong.push(`${mark} got ${response.status} with ${[...marks].join(', ')} from ${path}`)
        else counts[marks.has(mark) ? 'right' : 'empty'] += 1
      } catch (error) {
        if (!abort.signal.aborted) throw error
        counts.aborted += 1
      }
    }
    await Promise.all(
      marked.map(async (person) => {
        for (let run = 0; run < requestsEach; run += 1) await ask(person, run)
      }),
    )
    expect(wrong).toEqual([])
    expect(counts.empty).toBe(0)
    // Aborted requests were under way, and all others were answered.
    expect(counts.aborted).toBeGreaterThan(0)
    expect(counts.right).toBeGreaterThanOrEqual(people * requestsEach - people * Math.ceil(requestsEach / 7))
  },
)
