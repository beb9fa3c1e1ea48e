import { describe, expect, it } from 'vitest'
import {
  type DateStyle,
  dateStyles,
  defaultTimeStyle as style,
  formatDate,
  formatDateTime,
  formatDuration,
  formatOffset,
  formatRelative,
  formatSmart,
  formatTime,
  isTimeZone,
  limitDuration,
  readZonedParts,
  relativeStepMs,
} from './time-format'

const at = Date.UTC(2026, 10, 20, 21, 5, 9)

const date = (dates: DateStyle, when = at) => formatDate(when, 'UTC', { ...style, dates })
const time = (hour: number) => formatTime(Date.UTC(2026, 0, 1, hour, 5, 9), 'UTC', { ...style, clock: '12h' }, true)
const smart = (dates: DateStyle, when: number) => formatSmart(when, at, 'UTC', { language: 'en', dates, clock: '12h' })

const seconds = (text: string) => Number.parseInt(text, 10) * (text.includes('min') ? 60 : 1)
const duration = (ms: number) => formatDuration(ms, 'en')

describe('the duration of something that has just ended', () => {
  it('is never longer than the age of its start, which lags behind by up to one step', () => {
    for (let durationMs = 0; durationMs < 90_000; durationMs += 370)
      for (let since = 0; since < 7_000; since += 430) {
        const now = Math.floor((at + durationMs + since) / relativeStepMs) * relativeStepMs
        const age = formatRelative(Math.min(at, now), now, 'en')
        const shown = formatDuration(limitDuration(durationMs, now - at), 'en')
        if (age === 'now') expect(seconds(shown)).toBeLessThan(5)
        else expect(seconds(shown)).toBeLessThanOrEqual(seconds(age))
      }
  })

  it('stays correct if the clock of the browser is wrong', () => {
    expect(limitDuration(180_000, -3_600_000)).toBe(180_000)
    expect(limitDuration(180_000, 200_000)).toBe(180_000)
  })
})

describe('times', () => {
  it('are written in the chosen zone, even across midnight and the end of the year', () => {
    expect(formatDateTime(at, 'UTC', style)).toBe('20 Nov 2026 21:05')
    expect(formatDateTime(at, 'Europe/Berlin', style, true)).toBe('20 Nov 2026 22:05:09')
    expect(formatDateTime(at, 'Asia/Tokyo', style)).toBe('21 Nov 2026 06:05')
    expect(formatDateTime(Date.UTC(2026, 11, 31, 23, 59), 'Pacific/Auckland', style)).toBe('1 Jan 2027 12:59')
  })

  it('stay right when a page shows thousands of instants in two zones', () => {
    for (let day = 0; day < 2_400; day += 1) {
      const noon = Date.UTC(2026, 0, 1 + (day % 1_200), 12)
      const parts = readZonedParts(noon, 'UTC')
      expect(Date.UTC(parts.year, parts.month - 1, parts.day, 12)).toBe(noon)
      expect(readZonedParts(noon, 'Asia/Tokyo').hour).toBe(21)
    }
  })

  it('show midnight as 00, not 24', () => {
    expect(readZonedParts(Date.UTC(2026, 0, 1), 'UTC').hour).toBe(0)
    expect(formatDateTime(Date.UTC(2026, 0, 1), 'UTC', style)).toBe('1 Jan 2026 00:00')
  })

  it('show the offset at their instant, including summer time and half hours', () => {
    expect(formatOffset(at, 'UTC')).toBe('UTC')
    expect(formatOffset(at, 'Europe/Berlin')).toBe('UTC+1')
    expect(formatOffset(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe('UTC+2')
    expect(formatOffset(at, 'America/St_Johns')).toBe('UTC-3:30')
    expect(formatOffset(at + 999, 'Asia/Kathmandu')).toBe('UTC+5:45')
  })

  it('use only the largest unit that fits', () => {
    expect([0, 12_000, 59_400, 60_000, 14 * 60_000, 3 * 3_600_000, 50 * 3_600_000].map(duration)).toEqual([
      '0 sec',
      '12 sec',
      '59 sec',
      '1 min',
      '14 min',
      '3 hr',
      '2 days',
    ])
    expect(duration(200 * 86_400_000)).toBe('7 mths')
    expect(duration(800 * 86_400_000)).toBe('2 yrs')
  })

  it('are relative when near, dated when far, and "now" when a clock is slightly ahead', () => {
    expect(formatRelative(at - 1000, at, 'en')).toBe('now')
    expect(formatRelative(at + 7_200_000, at, 'en')).toBe('in 2 hr')
    expect(formatSmart(at - 120_000, at, 'UTC', style)).toBe('2 min ago')
    expect(formatSmart(at + 20_000, at, 'UTC', style)).toBe('now')
    expect(formatSmart(at - 5 * 86_400_000, at, 'UTC', style)).toBe('15 Nov 21:05')
    expect(formatSmart(Date.UTC(2025, 4, 2), at, 'UTC', style)).toBe('2 May 2025')
  })

  it("use the person's format", () => {
    expect(dateStyles.map((dates) => date(dates))).toEqual(['20 Nov 2026', '2026-11-20', '11/20/2026', '20.11.2026'])
    expect(dateStyles.map((dates) => date(dates, Date.UTC(2026, 2, 5)))).toEqual([
      '5 Mar 2026',
      '2026-03-05',
      '03/05/2026',
      '05.03.2026',
    ])
    expect([0, 1, 11, 12, 13, 23].map(time)).toEqual([
      '12:05:09 am',
      '1:05:09 am',
      '11:05:09 am',
      '12:05:09 pm',
      '1:05:09 pm',
      '11:05:09 pm',
    ])
    expect(dateStyles.map((dates) => smart(dates, at - 5 * 86_400_000))).toEqual([
      '15 Nov 9:05 pm',
      '11-15 9:05 pm',
      '11/15 9:05 pm',
      '15.11. 9:05 pm',
    ])
    expect(smart('iso', Date.UTC(2025, 4, 2))).toBe('2025-05-02')
  })

  it('refuse a zone that does not exist', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true)
    expect(isTimeZone('Mars/Olympus')).toBe(false)
  })
})
