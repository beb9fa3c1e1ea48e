import { describe, expect, it } from 'vitest'
import {
  formatDateTime,
  formatDuration,
  formatOffset,
  formatRelative,
  formatSmart,
  isTimeZone,
  readZonedParts,
} from './time-format'

const at = Date.UTC(2026, 10, 20, 21, 5, 9)

describe('times', () => {
  it('are written in the chosen zone, also across midnight and the year', () => {
    expect(formatDateTime(at, 'UTC')).toBe('20 Nov 2026 21:05')
    expect(formatDateTime(at, 'Europe/Berlin', true)).toBe('20 Nov 2026 22:05:09')
    expect(formatDateTime(at, 'Asia/Tokyo')).toBe('21 Nov 2026 06:05')
    expect(formatDateTime(Date.UTC(2026, 11, 31, 23, 59), 'Pacific/Auckland')).toBe('1 Jan 2027 12:59')
  })

  it('show midnight as 00, not 24', () => {
    expect(readZonedParts(Date.UTC(2026, 0, 1), 'UTC').hour).toBe(0)
    expect(formatDateTime(Date.UTC(2026, 0, 1), 'UTC')).toBe('1 Jan 2026 00:00')
  })

  it('name the offset of that instant, with summer time and half hours', () => {
    expect(formatOffset(at, 'UTC')).toBe('UTC')
    expect(formatOffset(at, 'Europe/Berlin')).toBe('UTC+1')
    expect(formatOffset(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe('UTC+2')
    expect(formatOffset(at, 'America/St_Johns')).toBe('UTC-3:30')
    expect(formatOffset(at + 999, 'Asia/Kathmandu')).toBe('UTC+5:45')
  })

  it('use one unit, the largest that fits', () => {
    expect([0, 12_000, 59_400, 60_000, 14 * 60_000, 3 * 3_600_000, 50 * 3_600_000].map(formatDuration)).toEqual([
      '0 s',
      '12 s',
      '59 s',
      '1 min',
      '14 min',
      '3 h',
      '2 d',
    ])
    expect(formatDuration(200 * 86_400_000)).toBe('7 mo')
    expect(formatDuration(800 * 86_400_000)).toBe('2 y')
  })

  it('are relative when near, dated when far, and a clock slightly ahead is "just now"', () => {
    expect(formatRelative(at - 1000, at)).toBe('just now')
    expect(formatRelative(at + 7_200_000, at)).toBe('in 2 h')
    expect(formatSmart(at - 120_000, at, 'UTC')).toBe('2 min ago')
    expect(formatSmart(at + 20_000, at, 'UTC')).toBe('just now')
    expect(formatSmart(at - 5 * 86_400_000, at, 'UTC')).toBe('15 Nov 21:05')
    expect(formatSmart(Date.UTC(2025, 4, 2), at, 'UTC')).toBe('2 May 2025')
  })

  it('refuse a zone that does not exist', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true)
    expect(isTimeZone('Mars/Olympus')).toBe(false)
  })
})
