/** Colors of statuses: their spelling at the service, their names, and which ones look alike to color-blind people. */

export const colorKeys = ['green', 'yellow', 'orange', 'red', 'blue', 'purple', 'grey'] as const
/** A color that the console can draw. Its CSS variables are `--status-<key>` in app/globals.css. */
export type ColorKey = (typeof colorKeys)[number]

const prefix = 'STATUS_BADGE_COLOR_'

/** Colors in the order of the picker. The service's documentation names those with `isConfirmed`. */
export const statusColors: ReadonlyArray<{ color: string; key: ColorKey; name: string; isConfirmed: boolean }> = [
  { color: `${prefix}GREEN`, key: 'green', name: 'Green', isConfirmed: true },
  { color: `${prefix}YELLOW`, key: 'yellow', name: 'Yellow', isConfirmed: true },
  { color: `${prefix}ORANGE`, key: 'orange', name: 'Orange', isConfirmed: false },
  { color: `${prefix}RED`, key: 'red', name: 'Red', isConfirmed: true },
  { color: `${prefix}BLUE`, key: 'blue', name: 'Blue', isConfirmed: false },
  { color: `${prefix}PURPLE`, key: 'purple', name: 'Purple', isConfirmed: false },
  { color: `${prefix}GREY`, key: 'grey', name: 'Gray', isConfirmed: false },
]

/** The color of a new status. */
export const firstColor = `${prefix}GREEN`

export interface ReadColor {
  /** Null: a color that the console cannot draw. */
  key: ColorKey | null
  /** The name in English. An unknown color has the service's own name. */
  name: string
}

/** Whether the service returns no color. */
export const isWithoutColor = (color: string) =>
  ['', 'UNSPECIFIED'].includes(
    color
      .trim()
      .toUpperCase()
      .replace(/^STATUS_BADGE_COLOU?R_/, ''),
  )

/** Reads a color in the service's spelling. */
export function readColor(color: string): ReadColor {
  const word = color
    .trim()
    .toUpperCase()
    .replace(/^STATUS_BADGE_COLOU?R_/, '')
  const known = statusColors.find(({ key }) => key.toUpperCase() === (word === 'GRAY' ? 'GREY' : word))
  if (known !== undefined) return { key: known.key, name: known.name }
  if (isWithoutColor(color)) return { key: null, name: 'No color' }
  const text = word.replaceAll('_', ' ').toLowerCase()
  return { key: null, name: text.charAt(0).toUpperCase() + text.slice(1) }
}

/** The most frequent kinds of color blindness, with which red and green look alike. */
export type Vision = 'deuteranopia' | 'protanopia'

/** Matrices for linear RGB, by Machado, Oliveira and Fernandes (2009), severity 1. */
const visions: Readonly<Record<Vision, readonly (readonly [number, number, number])[]>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
}

/** The colors of marks in the light and dark theme. A test compares them with app/globals.css. */
export const markHexes: Readonly<Record<ColorKey, readonly [light: string, dark: string]>> = {
  green: ['#1d8a4a', '#43c47c'],
  yellow: ['#a17900', '#e8c33a'],
  orange: ['#cc5a06', '#ff9a4d'],
  red: ['#cf2438', '#ff7078'],
  blue: ['#1f6fd0', '#6aaeff'],
  purple: ['#8040c4', '#c08cff'],
  grey: ['#66706f', '#a3adac'],
}

type Triple = readonly [number, number, number]

function readLinear(hex: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

const bend = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116)

function toLab([r, g, b]: Triple): Triple {
  const x = bend((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = bend(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = bend((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function see(hex: string, vision: Vision): Triple {
  const light = readLinear(hex)
  const [x = 0, y = 0, z = 0] = visions[vision].map((row) =>
    Math.min(1, Math.max(0, row[0] * light[0] + row[1] * light[1] + row[2] * light[2])),
  )
  return toLab([x, y, z])
}

/** Below this distance in CIELAB, small marks are easily confused. */
const nearBelow = 20

/** The kinds of color blindness with which the marks of two colors are easily confused, in any theme. */
export function findMistaken(one: ColorKey, other: ColorKey): Vision[] {
  if (one === other) return []
  return (['deuteranopia', 'protanopia'] as const).filter((vision) =>
    [0, 1].some((theme) => {
      const [a, b] = [see(markHexes[one][theme] ?? '', vision), see(markHexes[other][theme] ?? '', vision)]
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < nearBelow
    }),
  )
}

export type ColorHint =
  /** These statuses have the same color. */
  | { kind: 'same'; name: string; keys: readonly string[] }
  | { kind: 'mistaken'; keys: readonly [string, string]; names: readonly [string, string]; visions: readonly Vision[] }
  /** The console draws these statuses gray. */
  | { kind: 'unknown'; name: string; keys: readonly string[] }

/** Replaces `Map.groupBy`, which Node 20 does not have. */
export function groupBy<T, Key>(things: readonly T[], keyOf: (thing: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const thing of things) groups.set(keyOf(thing), [...(groups.get(keyOf(thing)) ?? []), thing])
  return groups
}

/** Finds statuses of a group whose colors are hard to tell apart or unknown. */
export function findColorHints(statuses: ReadonlyArray<{ key: string; color: string }>): ColorHint[] {
  const hints: ColorHint[] = []
  const drawn = statuses.flatMap(({ key, color }) => {
    const read = readColor(color)
    return read.key === null ? [] : [{ key, color: read.key, name: read.name }]
  })
  const byColor = [...groupBy(drawn, ({ color }) => color).values()]
  for (const same of byColor)
    if (same.length > 1) hints.push({ kind: 'same', name: same[0]?.name ?? '', keys: same.map(({ key }) => key) })
  const firsts = byColor.flatMap(([first]) => first ?? [])
  for (const [index, one] of firsts.entries())
    for (const other of firsts.slice(index + 1)) {
      const found = findMistaken(one.color, other.color)
      if (found.length > 0)
        hints.push({ kind: 'mistaken', keys: [one.key, other.key], names: [one.name, other.name], visions: found })
    }
  const strange = statuses.filter(({ color }) => readColor(color).key === null)
  for (const [name, group] of groupBy(strange, ({ color }) => readColor(color).name))
    hints.push({ kind: 'unknown', name, keys: group.map(({ key }) => key) })
  return hints
}

/**
 * Hints that the statuses did not have before. Hints about stored colors are left out, because people accepted them.
 */
export function findNewColorHints(
  statuses: ReadonlyArray<{ key: string; color: string }>,
  before: ReadonlyArray<{ key: string; color: string }>,
): ColorHint[] {
  const known = findColorHints(before)
  const isKnown = (hint: ColorHint, one: ColorHint) => {
    if (hint.kind === 'mistaken')
      return one.kind === 'mistaken' && hint.names.every((name, index) => name === one.names[index])
    return one.kind === hint.kind && one.name === hint.name && hint.keys.every((key) => one.keys.includes(key))
  }
  return findColorHints(statuses).filter((hint) => !known.some((one) => isKnown(hint, one)))
}
