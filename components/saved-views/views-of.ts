'use client'

import { createContext, use } from 'react'
import type { ViewList } from '@/lib/saved-views/schema'

export interface ViewsOf {
  /** The list whose views are shown. */
  list: ViewList
  /** For a list whose rows are in the browser: how many match a query; null while not all are loaded. */
  countOf?: ((query: string) => number | null) | undefined
}

export const ViewsContext = createContext<ViewsOf>({ list: 'inspections' })

/** The list whose views the components below a bar are about. */
export const useViewsOf = (): ViewsOf => use(ViewsContext)
