'use client'

import { useQuery } from '@tanstack/react-query'
import { Box } from 'lucide-react'
import Link from 'next/link'
import { useMemo } from 'react'
import { useReport } from '@/components/report/context'
import { keyed } from '@/components/report/keyed'
import { LongText } from '@/components/report/long-text'
import { assetPageHref } from '@/lib/browser/routes'
import { inspectionQueries } from '@/lib/inspections/queries'
import type { Answer } from '@/lib/report/schema'

/** As many as one request may name. */
const namedMax = 100

type NamedAssets = Extract<Answer, { kind: 'assets' }>['assets']
const listUnnamed = (assets: NamedAssets) => assets.flatMap(({ id, label }) => (id !== null && id === label ? id : []))

/** The assets of an answer that have only an id, with those of its report, so that all answers share one request. */
function useUnnamed(assets: NamedAssets): string[] {
  const { itemByKey } = useReport()
  return useMemo(() => {
    const own = listUnnamed(assets)
    if (own.length === 0) return own
    const ofReport = [...itemByKey.values()].flatMap(({ answer }) =>
      answer.kind === 'assets' ? listUnnamed(answer.assets) : [],
    )
    // When two inspections are compared, the report is not available, so the assets of the answer are added.
    const all = [...new Set([...ofReport, ...own])]
    return all.length > namedMax ? own : all
  }, [assets, itemByKey])
}

/** Longer names have a button of their own, which cannot be inside a link. */
const linkedChars = 200

/** The assets that an answer names, each with a link to its page. Assets with only an id are shown by their codes. */
export function AssetNames({ assets }: { assets: NamedAssets }) {
  const unnamed = useUnnamed(assets)
  const { data } = useQuery({ ...inspectionQueries.assets(unnamed), enabled: unnamed.length > 0 })
  const nameOf = (label: string) => data?.assets.find(({ ref }) => ref === label)?.label ?? label
  return (
    <ul className="flex flex-wrap gap-1">
      {keyed(assets, (asset) => asset.id ?? asset.label).map(({ key, value: { id, label } }) => (
        <li
          key={key}
          className="inline-flex max-w-full items-center gap-1 rounded border border-line bg-raised px-2 py-0.5 text-sm"
        >
          <Box aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
          <span className="wrap-anywhere">
            {id === null || label.length > linkedChars ? (
              <LongText text={label} />
            ) : (
              <Link href={assetPageHref(id)} prefetch={false} className="hover:underline hover:underline-offset-2">
                {nameOf(label)}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
