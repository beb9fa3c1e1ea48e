import type { AssetChange, ChangeStep, StepState } from '@/lib/asset-changes/schema'

export const changeId = '6f1b2a52-1111-4222-8333-444455556666'

export function makeStep(position: number, state: StepState, note: string | null = null): ChangeStep {
  return {
    objectKind: 'asset-type',
    position,
    objectId: `type_${position}`,
    objectName: `Type ${position}`,
    state,
    note,
    finishedAt: null,
    activityId: null,
    before: { groupId: 'g1', name: 'Operational' },
    after: { groupId: 'g2', name: 'Lifting gear' },
  }
}

/** A change whose numbers match its steps. */
export function makeChange(steps: ChangeStep[], more: Partial<AssetChange> = {}): AssetChange {
  const count = (...states: StepState[]) => steps.filter(({ state }) => states.includes(state)).length
  return {
    changeId,
    kind: 'assign-types',
    title: 'Assign Lifting gear to 3 types',
    ownerName: 'Robin',
    isMine: true,
    mayChange: true,
    createdAt: '2026-11-20T10:00:00.000Z',
    cancelledAt: null,
    finishedAt: null,
    ofChangeId: null,
    total: steps.length,
    done: count('done'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    unknown: count('unknown'),
    cancelled: count('cancelled'),
    open: count('waiting', 'running'),
    snapshotCount: 0,
    steps,
    ...more,
  }
}
