import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { Boxes, LayoutTemplate, MapPin, Tags, UserRound } from 'lucide-react'
import { assetHref } from '@/components/assets/address'
import { groupHref } from '@/components/status-groups/links'
import { userHref } from '@/components/users/address'
import { siteHref, templateHref } from '@/lib/browser/routes'
import { assetQueries } from '@/lib/assets/queries'
import { inspectionQueries } from '@/lib/inspections/queries'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { userQueries } from '@/lib/users/queries'
import type { NavItem } from '@/components/shell/nav-items'
import { matchesQuery, type PaletteGroup } from './palette-items'

const shownMax = 5
const hrefs = { template: templateHref, site: siteHref } as const

/** Assets, users, status groups, templates and sites that `words` find, of the pages that the person may open. Null: nothing is searched. */
export function useFoundThings(
  words: string | null,
  navItems: readonly NavItem[],
  go: (href: Route) => void,
): readonly PaletteGroup[] {
  const may = (name: NavItem['name']) => words !== null && navItems.some((item) => item.name === name)
  const text = words ?? ''
  const assets = useQuery({ ...assetQueries.found(text, shownMax), enabled: may('assets') })
  const users = useQuery({ ...userQueries.found(text, shownMax), enabled: may('users') })
  const groups = useQuery({ ...statusGroupQueries.board(), enabled: may('statusGroups') })
  const templates = useQuery({ ...inspectionQueries.facetValues({}, 'template', text), enabled: may('inspections') })
  const sites = useQuery({ ...inspectionQueries.facetValues({}, 'site', text), enabled: may('inspections') })
  if (words === null) return []
  const facets = (name: 'template' | 'site', found: typeof sites.data, icon: typeof MapPin) =>
    (found?.values ?? []).slice(0, shownMax).flatMap(({ value, label }) =>
      value === null
        ? []
        : [
            {
              value: `${name}:${value}`,
              label: label ?? value,
              icon,
              run: () => go(hrefs[name](value)),
            },
          ],
    )
  return [
    {
      value: 'assets',
      items: (assets.data?.rows ?? []).map((asset) => ({
        value: `asset:${asset.assetId}`,
        label: asset.code,
        icon: Boxes,
        hint: asset.typeName ?? undefined,
        run: () => go(assetHref(asset.assetId)),
      })),
    },
    {
      value: 'users',
      items: (users.data?.rows ?? []).map((user) => ({
        value: `user:${user.userId}`,
        label: user.name,
        icon: UserRound,
        hint: user.email,
        run: () => go(userHref(user.userId)),
      })),
    },
    {
      value: 'statusGroups',
      items: (groups.data?.groups ?? [])
        .filter(({ name }) => matchesQuery(name, text))
        .slice(0, shownMax)
        .map((group) => ({
          value: `group:${group.groupId}`,
          label: group.name,
          icon: Tags,
          run: () => go(groupHref(group.groupId)),
        })),
    },
    { value: 'templates', items: facets('template', templates.data, LayoutTemplate) },
    { value: 'sites', items: facets('site', sites.data, MapPin) },
  ]
}
