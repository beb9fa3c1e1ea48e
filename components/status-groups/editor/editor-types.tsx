import { linkTo } from '@/components/status/rich'
import { useFormatter, useTranslations } from 'next-intl'
import { Shapes } from 'lucide-react'
import Link from 'next/link'
import type { StatusGroup, StatusGroupBoard } from '@/lib/status-groups/schema'
import { readType } from '@/lib/status-groups/view'
import { typeBoardHref } from '@/components/status-groups/links'

const typesShown = 12

/** The types that use a group, each with a link to the board, where a type can get another group. */
export function EditorTypes({ group, board }: { group: StatusGroup; board: StatusGroupBoard | undefined }) {
  const t = useTranslations('statusGroups.editor.types')
  const format = useFormatter()
  const href = typeBoardHref(group.groupId)
  if (group.typeIds.length === 0)
    return (
      <p className="text-sm text-ink-muted">
        {t.rich('none', {
          link: linkTo(typeBoardHref(), 'text-accent-ink underline-offset-2 hover:underline'),
        })}
      </p>
    )
  // Before the types are loaded only their ids are known, which mean nothing to people.
  if (board === undefined)
    return (
      <p className="text-sm text-ink-muted">
        {t('title')}{' '}
        <Link href={href} prefetch={false} className="text-accent-ink underline-offset-2 hover:underline">
          {t('count', { count: group.typeIds.length })}
        </Link>
      </p>
    )
  const types = group.typeIds.map((typeId) => readType(board, typeId, group.groupId))
  const more = types.length - typesShown
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <h2 className="text-ink-muted">{t('title')}</h2>
      <ul className="contents">
        {types.slice(0, typesShown).map(({ typeId, name, assetCount }) => (
          <li key={typeId} className="max-w-full">
            <Link
              href={href}
              prefetch={false}
              className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-sm border border-line bg-surface px-2 hover:border-line-strong hover:bg-raised"
            >
              <Shapes aria-hidden size={12} className="shrink-0 text-ink-muted" />
              <span className="truncate">{name}</span>
              {assetCount !== null && (
                <span className="text-xs text-ink-muted tabular-nums">
                  <span aria-hidden>{format.number(assetCount)}</span>
                  <span className="sr-only">{t('assets', { count: assetCount })}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link href={href} prefetch={false} className="text-accent-ink underline-offset-2 hover:underline">
          {t('more', { count: more })}
        </Link>
      )}
    </div>
  )
}
