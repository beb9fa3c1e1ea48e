/** Relative luminance by WCAG 2. */
function luminance(rgb: readonly [number, number, number]): number {
  const [red, green, blue] = rgb.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colors, 1 to 21. */
export function contrast(a: readonly [number, number, number], b: readonly [number, number, number]): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Black or white, whichever is more readable on `ground`. The contrast is always at least 4.5:1. */
export function inkOn(ground: readonly [number, number, number]): 'black' | 'white' {
  return contrast(ground, [0, 0, 0]) >= contrast(ground, [255, 255, 255]) ? 'black' : 'white'
}
