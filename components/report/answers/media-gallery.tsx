import { Images } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import type { ViewerMedia } from '@/lib/media/schema'
import { useReport } from '@/components/report/context'

/** All files of an inspection, by section, in reading order. */
export function MediaGallery({ media, actions }: { media: readonly ViewerMedia[]; actions?: ReactNode }) {
  const { Thumb } = useReport()
  if (media.length === 0) {
    return (
      <EmptyState icon={Images} title="No files">
        This inspection has no photos, videos or documents. Devices send them after the answers, so some may still come.
      </EmptyState>
    )
  }
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap justify-end gap-2 empty:hidden">{actions}</div>
      {groupBySection(media).map(({ section, files }) => (
        <section key={section ?? ''}>
          <h2 className="mb-2 flex items-baseline gap-2 text-base font-semibold">
            <span className="min-w-0 wrap-anywhere">{section ?? 'Whole inspection'}</span>
            <span className="text-xs font-normal text-ink-muted tabular-nums">{files.length}</span>
          </h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
            {files.map((file) => (
              <li key={file.id} className="min-w-0">
                <Thumb media={file} large />
                <p className="mt-1 truncate text-xs text-ink-muted" title={file.title}>
                  {file.title}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function groupBySection(media: readonly ViewerMedia[]): Array<{ section: string | null; files: ViewerMedia[] }> {
  const groups = new Map<string | null, ViewerMedia[]>()
  for (const file of media) {
    const files = groups.get(file.section)
    if (files === undefined) groups.set(file.section, [file])
    else files.push(file)
  }
  return [...groups].map(([section, files]) => ({ section, files }))
}
