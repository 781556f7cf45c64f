import type { FormName, FormRecord } from 'contract'
import { useEffect, useState } from 'react'
import { keepRecord, listKeptRecords, readKeptRecord } from './kept-records.ts'
import { vaultState } from './vault/vault.ts'

/** A record as this tablet knows it, while the server does not answer; null while it is looked for. */
export function useKeptRecord(id: string, isNeeded: boolean): FormRecord | undefined | null {
  const vault = vaultState.use()
  const [kept, setKept] = useState<FormRecord | undefined | null>(null)
  useEffect(() => {
    if (!isNeeded || vault === 'unknown') return
    let isCurrent = true
    void readKeptRecord(id).then((record) => isCurrent && setKept(record))
    return () => {
      isCurrent = false
    }
  }, [id, isNeeded, vault])
  return kept
}

/** Keeps a record whenever it is seen anew. */
export function useKeepRecord(record: FormRecord | undefined): void {
  const vault = vaultState.use()
  useEffect(() => {
    if (record && vault !== 'unknown') void keepRecord(record)
  }, [record, vault])
}

export function useKeptRecords(form: FormName, isNeeded: boolean): FormRecord[] {
  const vault = vaultState.use()
  const [records, setRecords] = useState<FormRecord[]>([])
  useEffect(() => {
    if (isNeeded && vault !== 'unknown') void listKeptRecords(form).then(setRecords)
  }, [form, isNeeded, vault])
  return records
}

/** The user's own records of which the server lacks something, as far as they can be read here. */
export function useReadKept(ids: readonly string[]): FormRecord[] {
  const vault = vaultState.use()
  const asked = ids.join()
  const [records, setRecords] = useState<FormRecord[]>([])
  useEffect(() => {
    if (vault === 'unknown') return
    let isCurrent = true
    const listed = asked === '' ? [] : asked.split(',')
    void Promise.all(listed.map(readKeptRecord)).then((read) => {
      if (isCurrent) setRecords(read.filter((one) => one !== undefined))
    })
    return () => {
      isCurrent = false
    }
  }, [asked, vault])
  return records
}
