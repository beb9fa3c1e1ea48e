/** SEED, or the date of today as a number (UTC): 20261123. */
export function dailySeed(): number {
  const asked = Number(process.env['SEED'] ?? '')
  return asked > 0 ? asked : Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
}

/** RUNS: the share of the full number of random cases to try. Null when it is not set, which is the fast tier. */
export function share(): number | null {
  const asked = Number(process.env['RUNS'] ?? '')
  return asked > 0 ? asked : null
}
