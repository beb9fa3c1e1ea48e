import type { WireAsset } from '@/lib/service/assets'

/** An asset as the service returns it, for tests. */
export function wireAsset(given: Partial<WireAsset> & { assetId: string }): WireAsset {
  return {
    code: given.assetId.toUpperCase(),
    typeId: null,
    typeName: null,
    siteId: null,
    siteName: null,
    state: 'active',
    status: null,
    createdAt: null,
    modifiedAt: null,
    inspectedAt: null,
    isExternal: null,
    fields: [],
    mediaNames: [],
    rest: {},
    ...given,
  }
}

/** A status named by one letter. */
export function wireStatus(letter: string, groupId = 'group_1'): NonNullable<WireAsset['status']> {
  return {
    optionId: `option_${letter}`,
    name: `Status ${letter}`,
    color: 'STATUS_BADGE_COLOR_GREEN',
    groupId,
    groupName: 'Group 1',
  }
}
