'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { PageHeader } from '@/components/ui/page-header'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { webhookQueries } from '@/lib/webhooks/queries'
import { DeliveryLog } from './delivery-log'
import { ReceiverPanel } from './receiver-panel'
import { Subscriptions } from './subscriptions'

const tabs = ['deliveries', 'subscriptions'] as const

/** Webhooks: the receiver, its deliveries and the subscriptions. */
export function WebhooksPage() {
  const t = useTranslations('webhooks')
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('deliveries'))
  const { data } = useQuery(webhookQueries.status())
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader title={t('title')} description={t('description')} />
      <ReceiverPanel />
      <Tabs value={tab} onValueChange={(next) => void setTab(tabs.find((name) => name === next) ?? null)}>
        <TabList label={t('tabs.label')}>
          <Tab value="deliveries" {...(data !== undefined && data.waiting > 0 ? { count: data.waiting } : {})}>
            {t('tabs.deliveries')}
          </Tab>
          <Tab value="subscriptions">{t('tabs.subscriptions')}</Tab>
        </TabList>
        <TabPanel value="deliveries" className="pt-4">
          <DeliveryLog />
        </TabPanel>
        <TabPanel value="subscriptions" className="pt-4">
          <Subscriptions />
        </TabPanel>
      </Tabs>
    </div>
  )
}
