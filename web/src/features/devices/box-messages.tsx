import { Alert, Anchor, Button, Code, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { devices } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { BreakGlassForm, parseBlockedRecord } from '../../clinical/break-glass-form.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { Fact } from '../../ui/fact.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { SideSheet } from '../../ui/feedback/side-sheet.tsx'
import { formatPayload } from '../../ui/format-payload.ts'
import { ListRows } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { DevicePatient, DeviceTime, MacText } from './cells.tsx'
import classes from './devices.module.css'
import type { TransactionsProps } from './transactions.tsx'

/** Enough of a hash to tell one from another by sight. */
const hashPrefixLength = 12

export function BoxMessages({ view, onChange }: TransactionsProps) {
  const { t } = useTranslation('devices')
  const isPhone = useIsPhone()
  const list = useQuery({
    ...ask(devices.boxTransactions, { page: view.page, number_of_rec: view.size }, true),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {list.data && list.data.total > 0 && <ChainVerdict shownBrokenAt={list.data.broken_at} />}
      <ListRows list={list} view={view} onChange={onChange} texts={{ none: t('chain.none') }}>
        <RecordRows
          label={t('transactions.box')}
          rows={list.data?.rows}
          rowKey={({ hash }) => hash}
          isStale={list.isPlaceholderData}
          columns={[
            {
              key: 'number',
              label: t('column.number'),
              isBare: true,
              cell: ({ number, hash }) => (
                <Anchor
                  component="button"
                  type="button"
                  fw={500}
                  className={classes.opens}
                  aria-label={isPhone ? undefined : t('chain.open', { number })}
                  onClick={() => onChange({ open: hash })}
                >
                  {isPhone ? t('chain.message', { number }) : number}
                </Anchor>
              ),
            },
            {
              key: 'received',
              label: t('column.received'),
              cell: ({ received_at: at }) => <DeviceTime at={at} />,
            },
            { key: 'mac', label: t('column.mac'), cell: ({ mac }) => <MacText mac={mac} /> },
            {
              key: 'wearer',
              label: t('column.wearer'),
              cell: ({ patient }) => (patient ? <DevicePatient patient={patient} /> : <EmptyValue />),
            },
            {
              key: 'hash',
              label: t('column.hash'),
              cell: ({ hash }) => <span className={classes.hash}>{hash.slice(0, hashPrefixLength)}…</span>,
            },
          ]}
        />
      </ListRows>
      <SideSheet
        title={t('chain.payload')}
        opened={view.open !== undefined}
        position={isPhone ? 'bottom' : 'right'}
        onClose={() => onChange({ open: undefined })}
      >
        {view.open && <BoxMessage hash={view.open} />}
      </SideSheet>
    </>
  )
}

/** A list comes with the verification of its messages. Verifying the whole chain takes a while and runs on request. */
function ChainVerdict({ shownBrokenAt }: { shownBrokenAt: number | null }) {
  const { t } = useTranslation('devices')
  const whole = useQuery({ ...ask(devices.verifyBoxTransactions, {}), enabled: false })
  const brokenAt = whole.data?.broken_at ?? shownBrokenAt
  const isIntact = brokenAt === null
  const intact = whole.data
    ? { title: t('chain.intact'), text: t('chain.intact-text', { count: whole.data.proved }) }
    : { title: t('chain.shown'), text: t('chain.shown-text') }
  return (
    <Alert
      mb="md"
      color={isIntact ? 'green' : 'red'}
      icon={isIntact ? <IconLink aria-hidden /> : <IconLinkOff aria-hidden />}
      title={isIntact ? intact.title : t('chain.broken', { number: brokenAt })}
      role={isIntact ? 'status' : 'alert'}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{isIntact ? intact.text : t('chain.broken-text')}</Text>
        <Button size="sm" variant="default" loading={whole.isFetching} onClick={() => void whole.refetch()}>
          {t('chain.verify')}
        </Button>
      </Stack>
    </Alert>
  )
}

function BoxMessage({ hash }: { hash: string }) {
  const { t } = useTranslation('devices')
  const found = useQuery(ask(devices.boxTransaction, { hash }, true))
  const shut = parseBlockedRecord(found.error)
  if (shut)
    return <BreakGlassForm record={shut} isOpening={found.isFetching} onOpened={() => void found.refetch()} />
  if (found.isError) return <QueryFailure query={found} />
  if (!found.data) return <Skeleton height="24rem" />
  const { number, received_at, mac, patient, previous_hash, payload, is_intact } = found.data.transaction
  return (
    <Stack gap="md">
      <Title order={3} size="h4">
        {t('chain.message', { number })}
      </Title>
      <Alert
        color={is_intact ? 'green' : 'red'}
        icon={is_intact ? <IconLink aria-hidden /> : <IconLinkOff aria-hidden />}
        title={t(is_intact ? 'chain.is-intact' : 'chain.is-broken')}
      />
      <dl className={classes.facts}>
        <Fact label={t('column.received')}>
          <DeviceTime at={received_at} />
        </Fact>
        <Fact label={t('column.mac')}>
          <MacText mac={mac} />
        </Fact>
        <Fact label={t('column.wearer')}>{patient && <DevicePatient patient={patient} />}</Fact>
        <Fact label={t('column.hash')}>
          <span className={classes.hash}>{hash}</span>
        </Fact>
        <Fact label={t('chain.previous')}>
          {previous_hash === null ? t('chain.first') : <span className={classes.hash}>{previous_hash}</span>}
        </Fact>
      </dl>
      <Code block className={classes.payload} tabIndex={0}>
        {formatPayload(payload)}
      </Code>
    </Stack>
  )
}
