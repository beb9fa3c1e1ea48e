import type { ViewerMedia } from '@/lib/media/schema'

/** A photo of an inspection in the form that the viewer and walls receive, for tests. */
export function makeFile(id: string, rest: Partial<ViewerMedia> = {}): ViewerMedia {
  return {
    id,
    auditId: 'audit_1',
    kind: 'image',
    ext: 'jpg',
    isFetchable: true,
    title: id,
    section: null,
    label: null,
    takenAt: null,
    failed: false,
    number: 1,
    of: 1,
    anchor: null,
    fileName: `${id}.jpg`,
    ...rest,
  }
}
