'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Time } from '@/components/ui/time'
import { formatBytes } from '@/lib/browser/numbers'
import { mediaQueries } from '@/lib/media/queries'
import type { ViewerMedia } from '@/lib/media/schema'

/** What is known of a file: where it belongs, when it was taken, what it is. */
export function InfoPanel({ media, onShowItem }: { media: ViewerMedia; onShowItem: (anchor: string) => void }) {
  const facts = useQuery({ ...mediaQueries.facts(media.auditId, media.id), enabled: media.isFetchable })
  const { anchor } = media
  const unread = facts.isError ? 'Not known' : '…'
  return (
    <aside
      aria-label="About this file"
      className="w-full shrink-0 overflow-y-auto border-white/15 p-4 text-sm text-white max-md:max-h-[40dvh] max-md:border-t md:w-72 md:border-l"
    >
      <dl className="space-y-3">
        <Fact name="Question">
          {media.title}
          {media.failed && (
            <span className="mt-1 flex items-center gap-1 text-xs font-medium text-[#ff8f94]">
              <CircleX aria-hidden size={12} strokeWidth={2} /> Failed
            </span>
          )}
        </Fact>
        {media.section !== null && <Fact name="Section">{media.section}</Fact>}
        {media.label !== null && <Fact name="Label">{media.label}</Fact>}
        <Fact name="Taken">
          {media.takenAt === null ? 'Not known' : <Time value={media.takenAt} format="seconds" />}
        </Fact>
        <Fact name="Type">
          {media.ext === null ? 'No extension' : media.ext.toUpperCase()}
          {facts.data?.contentType !== undefined && facts.data.contentType !== null && (
            <span className="block text-xs text-white/70">{facts.data.contentType}</span>
          )}
        </Fact>
        <Fact name="Size">{facts.data === undefined ? unread : describeSize(facts.data.bytes)}</Fact>
        <Fact name="File id">
          <code className="font-mono text-xs wrap-anywhere select-all">{media.id}</code>
        </Fact>
      </dl>
      {anchor !== null && (
        <button
          type="button"
          onClick={() => onShowItem(anchor)}
          className="mt-4 inline-flex h-8 items-center rounded border border-white/30 px-3 text-sm font-medium hover:bg-white/12 focus-visible:outline-white"
        >
          Show in report
        </button>
      )}
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-white/70">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function describeSize(bytes: number | null): string {
  return bytes === null ? 'Not known' : formatBytes(bytes)
}
