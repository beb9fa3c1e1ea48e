'use client'

import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const code = onDemand(() => import('./filter-empty'), { isEarly: true })

export const NoMatch = lateComponent(code, (loaded) => loaded.NoMatch)

export const RefusedFilter = lateComponent(code, (loaded) => loaded.RefusedFilter)

export const NoInspections = lateComponent(code, (loaded) => loaded.NoInspections)
