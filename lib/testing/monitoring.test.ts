import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { metrics } from '@/lib/metrics/registry'

const read = (file: string) => readFileSync(`deploy/monitoring/${file}`, 'utf8')
const alerts = read('alerts.yaml')
const dashboard = z
  .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
  .parse(JSON.parse(read('dashboard.json')))

/** The names of metrics in a Prometheus expression: words that are not a function, a label, a keyword or a number. */
function readNames(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring) \([^)]*\)/g, '')
  return [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?! ?\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(?:by|sum|min|max|rate|and|or|e\d*)$/.test(name))
}

async function listMetrics(): Promise<Set<string>> {
  const all = await metrics().registry.getMetricsAsJSON()
  const names = all.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  // Prometheus itself adds the metric about whether it could scrape.
  return new Set([...names, 'up'])
}

describe('deploy/monitoring', () => {
  it('uses only metrics that exist', async () => {
    const known = await listMetrics()
    const expressions = [
      ...[...alerts.matchAll(/^\s*expr: (.+)$/gm)].map(([, expression = '']) => expression),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]
    expect(expressions.length).toBeGreaterThan(30)
    const unknown = expressions.flatMap((expression) => {
      const names = readNames(expression)
      return names.length > 0 && names.every((name) => known.has(name)) ? [] : [expression]
    })
    expect(unknown).toEqual([])
  })

  it('has a runbook for each alert, and no runbook without one', () => {
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const runbooks = [...readFileSync('docs/operate.md', 'utf8').matchAll(/^### (Sightline\w+)$/gm)].map(
      ([, name]) => name,
    )
    expect(runbooks).toEqual(names)
  })
})
