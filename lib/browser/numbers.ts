/** `2400` as `2,400`: the same on the server and in every browser. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A size in the largest unit that keeps it above 1: `61 MB`, `1.9 GB`. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ''}`
}
