'use client'

import { useTranslations } from 'next-intl'
import { SearchField } from '@/components/ui/inputs/search-field'
import type { AssetState } from './use-asset-state'

/** The search of the list. */
export function AssetSearch({ state }: { state: AssetState }) {
  const t = useTranslations('assets.search')
  return (
    <SearchField
      value={state.filter.q}
      onChange={(next) => state.search(next)}
      label={t('label')}
      placeholder={t('placeholder')}
      onArrowDown={() => document.querySelector<HTMLElement>('[role=grid]')?.focus()}
    />
  )
}
