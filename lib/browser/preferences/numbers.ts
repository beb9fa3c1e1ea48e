import { defaultLanguage, intlTag, type PageLanguage } from '@/lib/messages/languages'

/** `2400` as `2,400`: the same on the server and in every browser. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in the largest unit that keeps it above 1: `61 MB`, `1.9 GB`. */
export function formatBytes(bytes: number, language: PageLanguage = defaultLanguage): string {
  let value = Math.max(0, bytes)
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = value < 10 && unit > 0 ? 1 : 0
  return new Intl.NumberFormat(intlTag(language), {
    style: 'unit',
    unitDisplay: unit === 0 ? 'long' : 'short',
    unit: units[unit] ?? 'byte',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}
