'use client'

import { useTranslations } from 'next-intl'
import type { AssetPage } from '@/lib/assets/schema'
import { useMay } from '@/lib/browser/sign-in/actor'

/**
 * Why this person cannot set a status; null if they can. Without the reach of the list, a refusal by SafetyCulture is only
 * known after the first attempt.
 */
export function useOffReason(reach?: AssetPage['reach']): string | null {
  const t = useTranslations('assets.refusal')
  const may = useMay('assets:write')
  if (!may) return t('role')
  return reach?.areWritesRefused === true ? t('permission') : null
}
