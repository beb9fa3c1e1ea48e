import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench, testNow, type Bench } from '@/lib/standin/testing'

interface Page {
  totalCount: number
  items: Array<Record<string, unknown>>
}

const day = 86_400_000
const hour = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

let bench: Bench
beforeAll(async () => {
  bench = await startBench({ inspections: 10, users: 60 })
})
afterAll(() => bench[Symbol.asyncDispose]())

async function readPage(target: string): Promise<Page> {
  const answer = await bench.ask(target)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Page
}

/** All items of a list, in pages of this size. */
async function readAll(target: string, size: number): Promise<Page['items']> {
  const items: Page['items'] = []
  for (let page = 1; ; page += 1) {
    const next = await readPage(`${target}${target.includes('?') ? '&' : '?'}page=${page}&pageSize=${size}`)
    items.push(...next.items)
    if (next.items.length < size) {
      expect(items).toHaveLength(next.totalCount)
      return items
    }
  }
}

const idOf = (item: Record<string, unknown> | undefined) => String(item?.['id'])
const userId = () => bench.standin.control.userState().users[0]?.id ?? ''

describe('training', () => {
  it('has lists whose pages add up to their total, without repeats', async () => {
    const [collection] = (await readPage('/training/collections/v1')).items
    const lists: Array<[target: string, size: number, least: number]> = [
      ['/training/collections/v1', 4, 6],
      [`/training/collections/v1/${idOf(collection)}/courses`, 3, 5],
      ['/training/courses/v1', 7, 38],
      ['/training/paths/v1', 4, 6],
      ['/training/individualleaderboards/v1', 3, 4],
      ['/training/rapid-refresh/v1', 2, 4],
      ['/training/analytics/v1/lessons/attempts', 900, 500],
      ['/training/analytics/v1/courses/statistics', 13, 38],
      ['/training/analytics/v1/lessons/progress/events', 50, 5],
      ['/training/analytics/v1/lessons/statistics', 100, 120],
      ['/training/analytics/v1/slides/statistics', 500, 500],
      [`/training/analytics/v1/users/${userId()}/slides/statistics`, 90, 20],
      [`/training/analytics/v1/users/${userId()}/lessons/progress`, 9, 5],
      ['/training/analytics/v1/surveys/questionDefinitions', 9, 38],
      ['/training/analytics/v1/surveys/answers', 300, 50],
      ['/training/analytics/v1/rapidRefresh/answers', 100, 100],
    ]
    for (const [target, size, least] of lists) {
      const items = await readAll(target, size)
      expect([target, items.length >= least]).toEqual([target, true])
      expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length)
    }
  })

  it('refuses invalid pages, windows and ids in the dialect of gRPC', async () => {
    const wrong: Array<[target: string, status: number]> = [
      ['/training/courses/v1?page=0', 400],
      ['/training/courses/v1?pageSize=1001', 400],
      ['/training/courses/v1?pageSize=ten', 400],
      ['/training/courses/v1/nothing/lessons', 404],
      ['/training/collections/v1/nothing/courses', 404],
      ['/training/paths/v1/nothing', 404],
      ['/training/rapid-refresh/v1/nothing', 404],
      ['/training/individualleaderboards/v1/rankings', 400],
      ['/training/individualleaderboards/v1/rankings?leaderboardId=nothing', 404],
      ['/training/analytics/v1/users/nothing/lessons/progress', 404],
      [
        `/training/analytics/v1/lessons/progress/events?minEventDateTime=${iso(testNow - 8 * day)}&maxEventDateTime=${iso(testNow)}`,
        400,
      ],
      [
        `/training/analytics/v1/lessons/progress/events?mineventdatetime=${iso(testNow)}&maxeventdatetime=${iso(testNow - day)}`,
        400,
      ],
      ['/training/analytics/v1/lessons/progress/events?minEventDateTime=yesterday', 400],
    ]
    for (const [target, status] of wrong) {
      const answer = await bench.ask(target)
      expect([target, answer.status]).toEqual([target, status])
      expect(await answer.json()).toMatchObject({ code: status === 404 ? 5 : 3, details: [] })
    }
    const { totalCount, items } = await readPage('/training/courses/v1?page=999')
    expect([totalCount >= 38, items]).toEqual([true, []])
  })

  it('has courses that are found by words and ids, and contain lessons', async () => {
    const { items } = await readPage('/training/courses/v1?searchTerm=FIRE')
    expect(items.map(({ title }) => title)).toEqual(['Fire awareness', 'Fire warden duties'])
    const [one, two] = (await readPage('/training/courses/v1')).items
    const both = await readPage(`/training/courses/v1?courseIds=${idOf(one)}&courseIds=${idOf(two)}`)
    expect(both.items.map(idOf)).toEqual([idOf(one), idOf(two)])
    for (const course of (await readPage('/training/courses/v1')).items) {
      const { lessons } = (await bench.json(`/training/courses/v1/${idOf(course)}/lessons`)) as { lessons?: unknown[] }
      expect(lessons).toHaveLength(Number(course['LessonCount']))
      expect(lessons?.length).toBeGreaterThanOrEqual(3)
      expect(lessons?.length).toBeLessThanOrEqual(8)
    }
    const [starter] = (await readPage('/training/paths/v1')).items
    const detail = await bench.json(`/training/paths/v1/${idOf(starter)}`)
    expect(detail).toMatchObject({ id: idOf(starter), courses: [{ title: 'Your first day' }, {}, {}, {}, {}] })
  })

  it('has statistics that agree with the attempts behind them', async () => {
    const attempts = await readAll('/training/analytics/v1/lessons/attempts', 1000)
    for (const { startedDateTime, completedDateTime, success, earnedStars } of attempts) {
      expect(Date.parse(String(startedDateTime))).toBeLessThanOrEqual(testNow)
      if (completedDateTime === null) expect([success, earnedStars]).toEqual([false, 0])
    }
    const [fire] = (await readPage('/training/courses/v1?searchTerm=fire awareness')).items
    const [row] = (await readPage(`/training/analytics/v1/courses/statistics?courseId=${idOf(fire)}`)).items
    const own = attempts.filter(({ courseId }) => courseId === idOf(fire))
    const opened = new Set(own.map((attempt) => attempt['userId']))
    const lessons = Number(fire?.['LessonCount'])
    const through = [...opened].filter(
      (user) =>
        new Set(own.flatMap((each) => (each['userId'] === user && each['success'] === true ? [each['lessonId']] : [])))
          .size === lessons,
    )
    expect(row).toMatchObject({ totalUsers: 60, openedCount: opened.size, completedCount: through.length })
    expect(opened.size).toBeGreaterThan(10)
    expect(through.length).toBeLessThan(opened.size)
    const filtered = await readPage(`/training/analytics/v1/lessons/attempts?courseIds=${idOf(fire)}&pageSize=1000`)
    expect(filtered.totalCount).toBe(own.length)
    const mine = await readPage(`/training/analytics/v1/lessons/attempts?userIds=${userId()}&pageSize=1000`)
    expect(mine.totalCount).toBe(attempts.filter((each) => each['userId'] === userId()).length)
  })

  it('has events within the requested window, by default the last seven days', async () => {
    const events = '/training/analytics/v1/lessons/progress/events'
    const from = testNow - 60 * day
    const older = await readAll(`${events}?minEventDateTime=${iso(from)}&maxEventDateTime=${iso(from + 7 * day)}`, 1000)
    expect(older.length).toBeGreaterThan(5)
    for (const { eventDateTime } of older) {
      expect(Date.parse(String(eventDateTime))).toBeGreaterThanOrEqual(from)
      expect(Date.parse(String(eventDateTime))).toBeLessThanOrEqual(from + 7 * day)
    }
    for (const { eventDateTime } of await readAll(events, 1000))
      expect(Date.parse(String(eventDateTime))).toBeGreaterThanOrEqual(testNow - 7 * day)
    const mine = await readAll(
      `/training/analytics/v1/users/${userId()}/lessons/progress/events?mineventdatetime=${iso(from)}`,
      1000,
    )
    expect(mine).toEqual(older.filter((event) => event['userId'] === userId()))
  })

  it('has new results every hour while the demo is kept', async () => {
    let nowMs = testNow
    await using live = await startBench({ inspections: 10, users: 60, now: () => nowMs })
    const total = async () => (await live.json('/training/analytics/v1/lessons/attempts?pageSize=1'))['totalCount']
    const first = Number(await total())
    const { training } = live.standin.control
    for (let at = 0; at < 60; at += 1) {
      nowMs = Math.floor(testNow / hour) * hour + at * hour
      const before = training.attempts().length
      nowMs += hour - 1
      expect(training.attempts()).toHaveLength(before)
    }
    nowMs = testNow + 20 * day
    expect(Number(await total())).toBeGreaterThan(first)
  })

  it('has ordered rankings, with people who never tried at the end', async () => {
    const [board] = (await readPage('/training/individualleaderboards/v1')).items
    const answer = (await bench.json(`/training/individualleaderboards/v1/rankings?leaderboardId=${idOf(board)}`)) as {
      rankings?: Array<{ rank: number; totalScore: number; isNotAttempted: boolean }>
    }
    const rankings = answer.rankings ?? []
    expect(rankings).toHaveLength(60)
    const scores = rankings.map(({ totalScore }) => totalScore)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(rankings[0]).toMatchObject({ rank: 1, isNotAttempted: false })
    expect(rankings.at(-1)).toMatchObject({ totalScore: 0, isNotAttempted: true })
  })

  it('has answers that refer to existing questions', async () => {
    const questions = await readAll('/training/analytics/v1/surveys/questionDefinitions', 1000)
    const known = new Map(questions.map((question) => [question['id'], JSON.stringify(question['answerDefinitions'])]))
    for (const answer of await readAll('/training/analytics/v1/surveys/answers', 1000))
      expect(known.get(answer['questionId'])).toContain(String(answer['answerDefinitionId']))
    const [refresh] = (await readPage('/training/rapid-refresh/v1')).items
    const detail = JSON.stringify(await bench.json(`/training/rapid-refresh/v1/${idOf(refresh)}`))
    const answers = await readAll('/training/analytics/v1/rapidRefresh/answers', 1000)
    const own = answers.filter((answer) => answer['rapidRefreshId'] === idOf(refresh))
    expect(own.length).toBeGreaterThan(10)
    for (const answer of own) expect(detail).toContain(String(answer['answerDefinitionId']))
  })
})

describe('training assignments', () => {
  it('update the statistics, and survive a restart', async () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'standin-'))
    try {
      const start = () => startBench({ dataDir: directory, inspections: 10, users: 30 })
      let statistics: unknown
      let target = ''
      let statisticsOf = ''
      {
        await using own = await start()
        const courses = (await own.json('/training/courses/v1?searchTerm=knife')) as unknown as Page
        target = `/training/courses/v1/${idOf(courses.items[0])}/assignments`
        statisticsOf = `/training/analytics/v1/courses/statistics?courseIds=${idOf(courses.items[0])}`
        const put = async (body: unknown) => {
          const answer = await own.ask(target, { method: 'PUT', body: JSON.stringify(body) })
          return [answer.status, await answer.json()]
        }
        const { users, groups } = own.standin.control.userState()
        const assignments = [
          ...users.map(({ id }) => ({ id, type: 'ASSIGNMENT_TYPE_USER', isAssigned: true })),
          { id: groups[1]?.id, type: 'ASSIGNMENT_TYPE_GROUP', isAssigned: true },
        ]
        expect(await put({ assignments })).toEqual([200, { usersUpdated: 30, groupsUpdated: 1, sitesUpdated: 0 }])
        expect(await put({ assignments })).toEqual([200, { usersUpdated: 0, groupsUpdated: 0, sitesUpdated: 0 }])
        expect(await put({ clearAllGroups: true })).toEqual([
          200,
          { usersUpdated: 0, groupsUpdated: 1, sitesUpdated: 0 },
        ])
        expect((await put({ assignments: [{ id: 'x', type: 'ASSIGNMENT_TYPE_SITE', isAssigned: true }] }))[0]).toBe(400)
        statistics = await own.json(statisticsOf)
        expect(statistics).toMatchObject({ items: [{ totalUsers: 30 }] })
      }
      await using again = await start()
      expect(await again.json(statisticsOf)).toEqual(statistics)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })
})
