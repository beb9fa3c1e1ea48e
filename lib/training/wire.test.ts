import { describe, expect, it } from 'vitest'
import {
  readAnswers,
  readCourses,
  readLessons,
  readMarkup,
  readPath,
  readProgress,
  readRankings,
  readStatistics,
} from './wire'
import { progressQuery } from './schema'

describe('reading training data', () => {
  it('supports the field names of a live response for courses', () => {
    const { rows, total } = readCourses({
      totalCount: 2,
      items: [
        { id: 'c1', title: ' Manual handling ', LessonCount: 4, isPublished: true, duration: 600, isMandatory: true },
        { id: 'c2', title: '', status: 'Draft', dueBy: '2026-12-01T00:00:00Z', description: '' },
        { title: 'without an id' },
        null,
      ],
    })
    expect(total).toBe(2)
    expect(rows).toMatchObject([
      { courseId: 'c1', title: 'Manual handling', lessonCount: 4, status: 'Published', durationSeconds: 600 },
      { courseId: 'c2', title: 'c2', status: 'Draft', dueBy: '2026-12-01T00:00:00.000Z', description: null },
    ])
  })

  it('returns an empty list for an empty object, and refuses anything else that is not a list', () => {
    expect(readCourses({})).toEqual({ rows: [], total: null })
    expect(readLessons({ lessons: [] })).toEqual([])
    expect(() => readCourses('<html>')).toThrow('did not return training data')
    expect(() => readStatistics({ items: 'many' })).toThrow('did not return training data')
  })

  it('keeps people who have not started yet in rankings', () => {
    expect(
      readRankings({
        leaderboardName: 'June',
        rankings: [
          { rank: 1, participantId: 'u1', participantName: 'Ann', totalScore: 40, isNotAttempted: false },
          { participantId: 'u2', isNotAttempted: true },
        ],
      }),
    ).toEqual({
      name: 'June',
      rankings: [
        { rank: 1, participantId: 'u1', name: 'Ann', score: 40, isNotAttempted: false },
        { rank: null, participantId: 'u2', name: 'u2', score: null, isNotAttempted: true },
      ],
    })
  })

  it('keeps unknown fields of a path', () => {
    expect(readPath({ id: 'p', title: 'First week', steps: [{ title: 'Welcome' }] })).toEqual({
      pathId: 'p',
      title: 'First week',
      isPublished: null,
      rest: { steps: [{ title: 'Welcome' }] },
    })
    expect(readPath('p')).toBeNull()
  })

  it('gives events without an id different ids', () => {
    const event = { userId: 'u', lessonId: 'l', eventName: 'lesson-opened', eventDateTime: '2026-06-01T08:00:00Z' }
    const { rows } = readProgress({ items: [event, { ...event, eventDateTime: '2026-06-01T09:00:00Z' }] })
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(2)
  })

  it('converts questions in HTML to plain text, never to markup', () => {
    expect(readMarkup('<p>Was it <b>clear</b>?</p><p>R&amp;D &#x1F600; &lt;img src=x onerror=alert(1)&gt;</p>')).toBe(
      'Was it clear? R&D 😀 <img src=x onerror=alert(1)>',
    )
    expect(readMarkup('&#0;&#xFFFFFF;&unknown;')).toBe('&unknown;')
    const { rows } = readAnswers({ items: [{ id: 'a', questionContent: '<i>How?</i>', answerContent: 'Well' }] })
    expect(rows).toMatchObject([{ question: 'How?', answer: 'Well', at: null }])
  })
})

describe('a window of progress', () => {
  const week = { from: '2026-06-01T00:00:00Z', until: '2026-06-08T00:00:00Z' }
  it('has seven days at most and ends after it begins', () => {
    expect(progressQuery.safeParse(week).success).toBe(true)
    for (const wrong of [
      { ...week, until: '2026-06-08T00:00:01Z' },
      { ...week, until: week.from },
    ]) {
      const { error } = progressQuery.safeParse(wrong)
      expect(error?.issues[0]?.path).toEqual(['until'])
    }
  })
})
