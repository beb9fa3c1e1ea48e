'use client'

import { useTranslations } from 'next-intl'
import type { StartKey } from '@/lib/saved-views/model'

/** Names the views that every account starts with, in the person's language. For `arrangeViews`. */
export function useStartNames(): (key: StartKey) => string {
  const t = useTranslations('shell.startViews')
  return (key) => t(key)
}
