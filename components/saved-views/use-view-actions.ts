'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { savedViewCalls, savedViewQueries } from '@/lib/saved-views/queries'
import type { SavedView, SavedViewList, ViewBar, ViewChange } from '@/lib/saved-views/schema'
import { useViewsOf } from './views-of'

type Change = Omit<ViewChange, 'revision'>

export interface ViewActions {
  /**
   * Changes a view: shown at once, reverted when it fails. With `throws` the caller shows the reason.
   */
  change: (view: SavedView, change: Change, throws?: 'throws') => Promise<void>
  /** Deletes a view and offers to undo that. */
  remove: (view: SavedView) => void
  arrange: (bar: ViewBar) => void
  isChanging: boolean
}

/**
 * Changes, deletes and orders views, and shows the outcome at once. `onConflict` is called when someone else has changed
 * the view since, with the view as it is stored now; `onRestored` when a deleted view was restored.
 */
export function useViewActions(
  onConflict: (conflict: { seen: SavedView; stored: SavedView; change: Change }) => void,
  onRestored: (viewId: string) => void,
): ViewActions {
  const t = useTranslations('savedViews')
  const common = useTranslations('common')
  const queryClient = useQueryClient()
  const toast = useToast()
  const { list } = useViewsOf()
  const { queryKey } = savedViewQueries.list(list)
  const read = () => queryClient.getQueryData(queryKey)
  const edit = (update: (views: SavedViewList) => SavedViewList) =>
    queryClient.setQueryData(queryKey, (views) => (views === undefined ? undefined : update(views)))
  const put = (view: SavedView) =>
    edit((kept) => ({
      ...kept,
      views: [...kept.views.filter(({ viewId }) => viewId !== view.viewId), view].toSorted(byName),
    }))
  const takeOut = (view: SavedView) =>
    edit((kept) => ({ ...kept, views: kept.views.filter(({ viewId }) => viewId !== view.viewId) }))
  const readAgain = () => queryClient.invalidateQueries({ queryKey: savedViewQueries.all })
  const notify = (title: string, error: unknown) =>
    toast.show({ tone: 'bad', title, description: describeError(error).message })

  const changing = useMutation({
    mutationFn: ({ view, change }: { view: SavedView; change: Change }) =>
      savedViewCalls.change(view.viewId, { ...change, revision: view.revision }),
    onMutate: async ({ view, change }) => {
      await queryClient.cancelQueries({ queryKey })
      put({ ...view, ...dropUndefined(change) })
    },
    onSuccess: put,
    onSettled: readAgain,
  })
  const arranging = useMutation({
    mutationFn: (bar: ViewBar) => savedViewCalls.arrange(list, bar),
    onMutate: async (bar) => {
      await queryClient.cancelQueries({ queryKey })
      const before = read()?.bar
      edit((kept) => ({ ...kept, bar }))
      return before
    },
    onError: (error, _bar, before) => {
      if (before !== undefined) edit((kept) => ({ ...kept, bar: before }))
      notify(t('failure.order'), error)
    },
    scope: { id: 'view-bar' },
  })

  const change: ViewActions['change'] = async (view, wanted, throws) => {
    try {
      await changing.mutateAsync({ view, change: wanted })
    } catch (error) {
      put(view)
      if (describeError(error).code === 'conflict') {
        await queryClient.refetchQueries({ queryKey })
        const stored = read()?.views.find(({ viewId }) => viewId === view.viewId)
        if (stored !== undefined) return onConflict({ seen: view, stored, change: wanted })
      }
      if (throws !== undefined) throw error
      notify(t('failure.change', { name: view.name }), error)
    }
  }

  const restore = async (view: SavedView) => {
    try {
      const back = await savedViewCalls.restore(view.viewId)
      onRestored(back.viewId)
      put(back)
      if (back.name !== view.name)
        toast.show({ title: t('restoredAs.title', { name: back.name }), description: t('restoredAs.text') })
    } catch (error) {
      notify(t('failure.restore', { name: view.name }), error)
    }
    void readAgain()
  }
  const remove = async (view: SavedView) => {
    await queryClient.cancelQueries({ queryKey })
    takeOut(view)
    try {
      await savedViewCalls.remove(view.viewId)
      toast.show({
        title: t('deleted.title', { name: view.name }),
        ...(view.isShared || view.sharedWith.length > 0 ? { description: t('deleted.shared') } : {}),
        action: { label: common('undo'), onClick: () => void restore(view) },
      })
    } catch (error) {
      put(view)
      notify(t('failure.delete', { name: view.name }), error)
    }
    void readAgain()
  }

  return {
    change,
    remove: (view) => void remove(view),
    arrange: (bar) => arranging.mutate(bar),
    isChanging: changing.isPending,
  }
}

const byName = (a: SavedView, b: SavedView) => a.name.localeCompare(b.name, 'en')

/** Fields that are not part of a change leave those of the view alone. */
function dropUndefined(change: Change): Partial<SavedView> {
  const fields: Partial<SavedView> = {}
  if (change.name !== undefined) fields.name = change.name
  if (change.query !== undefined) fields.query = change.query
  if (change.isShared !== undefined) fields.isShared = change.isShared
  if (change.isShared === true || change.sharedWith?.length === 0) fields.sharedWith = []
  return fields
}
