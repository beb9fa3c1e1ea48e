import { Skeleton } from '@/components/ui/skeleton'

const widths = ['w-1/4', 'w-2/5', 'w-1/3', 'w-1/2', 'w-2/5', 'w-1/3', 'w-1/4', 'w-2/5']

/** Rows below a header, while the code of groups is loaded. */
export const loadingGroups = (
  <div aria-busy className="divide-y divide-line bg-surface">
    {widths.map((width, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- placeholders are all alike
      <div key={at} className="flex h-10 items-center px-4 sm:px-6">
        <Skeleton className={`h-3 ${width}`} />
      </div>
    ))}
  </div>
)
