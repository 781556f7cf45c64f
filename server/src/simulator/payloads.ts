import { hospitalOffsetMs } from 'contract'
/** A message as a device sends it. */
export type Payload = { topic: string; payload: string }

const toSeconds = (at: number) => Math.floor(at / 1000)
const createPayload = (topic: string, content: object): Payload => ({
  topic,
  payload: JSON.stringify(content),
})

/** Gateways write their own MAC with colons and capitals. */
const formatMac = (mac: string) => (mac.toUpperCase().match(/../g) ?? []).join(':')

/** What a gateway heard of one device at `scannedAt`, sent at `sentAt` (milliseconds). */
export function createGatewayPayload(
  gateway: string,
  { attribute, model }: { attribute: string; model: string },
  heard: { mac: string; scannedAt: number; values: Record<string, number | string> },
  sentAt: number,
): Payload {
  const mac = formatMac(gateway)
  return createPayload('dusun_pub', {
    from: 'BLE',
    to: 'CLOUD',
    time: toSeconds(sentAt),
    deviceCode: mac,
    mac,
    type: 'reportAttribute',
    device: model,
    data: {
      attribute,
      mac,
      value: {
        device_list: [{ scan_time: toSeconds(heard.scannedAt), ble_addr: heard.mac, ...heard.values }],
      },
    },
  })
}

type Sender = { mac: string; name: string }

const createHeartbeat = (topic: string, from: string, { mac, name }: Sender, at: number) =>
  createPayload(topic, {
    from,
    to: 'CLOUD',
    name,
    time: toSeconds(at),
    mac: formatMac(mac),
    type: 'HB_Msg',
    data: { msg: 'Online' },
  })

export const createGatewayHeartbeat = (mac: string, name: string, at: number): Payload =>
  createHeartbeat('ESP32_BLE_GW_TX', 'ESP32_GW', { mac, name }, at)

export const createBoxHeartbeat = (mac: string, name: string, at: number): Payload =>
  createHeartbeat('CM4_BLE_GW_TX', 'PI', { mac, name }, at)

/** The message cut in the middle, as by a lost connection. */
export function truncatePayload({ topic, payload }: Payload): Payload {
  return { topic, payload: payload.slice(0, Math.floor(payload.length * 0.6)) }
}

export type Coordinates = { latitude: number; longitude: number }

/** Watches write `16/06/2025 12:30:45`, in Thai time. */
function formatWatchTime(at: number): string {
  const local = new Date(at + hospitalOffsetMs).toISOString()
  const [year, month, day] = local.slice(0, 10).split('-')
  return `${day}/${month}/${year} ${local.slice(11, 19)}`
}

/** Without a place the watch is indoors: then it sends zeros. */
const createLocation = (place: Coordinates | null) => ({
  GPS: { latitude: place?.latitude ?? 0, longitude: place?.longitude ?? 0, speed: 0, header: 0 },
  WiFi: '[]',
  LBS: { MCC: '520', MNC: '3', LAC: '1815', CID: '79474300' },
})

export type WatchVitals = {
  heartRate: number
  bp_sys: number
  bp_dia: number
  bodyTemperature: number
  spO2: number
}

/** What was not measured is zero. */
export function createWatchVitals(
  IMEI: string,
  { bp_sys, bp_dia, ...vitals }: WatchVitals,
  battery: number,
  at: number,
): Payload {
  return createPayload('iMEDE_watch/VitalSign', {
    IMEI,
    ...vitals,
    bloodPressure: { bp_sys, bp_dia },
    signalGSM: 80,
    battery,
    location: createLocation(null),
    timeStamps: formatWatchTime(at),
  })
}

/** `step` is the count since midnight: 0 if the watch lies on a table. */
export function createWatchHeartbeat(IMEI: string, battery: number, step: number, at: number): Payload {
  return createPayload('iMEDE_watch/hb', {
    IMEI,
    signalGSM: 80,
    battery,
    satellites: 4,
    workingMode: 2,
    timeStamps: formatWatchTime(at),
    step,
  })
}

/** `night` is a row of digits from 22:00 to 07:00: 0 awake, 1 light, 2 deep. */
export function createWatchSleep(IMEI: string, night: string, at: number): Payload {
  return createPayload('iMEDE_watch/sleepdata', {
    IMEI,
    sleep: { timeStamps: formatWatchTime(at), time: '2200@0700', data: night, num: night.length },
  })
}

export function createWatchLocation(IMEI: string, place: Coordinates, at: number): Payload {
  return createPayload('iMEDE_watch/location', {
    time: formatWatchTime(at),
    IMEI,
    location: createLocation(place),
  })
}

export function createWatchFall(IMEI: string, place: Coordinates, at: number): Payload {
  return createPayload('iMEDE_watch/fallDown', {
    status: 'FALL DOWN',
    location: createLocation(place),
    IMEI,
    timeStamps: formatWatchTime(at),
  })
}

export function createWatchSos(IMEI: string, place: Coordinates, at: number): Payload {
  return createPayload('iMEDE_watch/SOS', {
    status: 'SOS',
    location: createLocation(place),
    IMEI,
    timeStamps: formatWatchTime(at),
  })
}

/** The identity card that the patient inserted. */
export type Card = { citiz: string; nameTH: string; nameEN: string; brith: string; gender: '1' | '2' }

/** The box does not say which of its devices measured: then the reading belongs to the box. */
export function createBoxPayload(
  box: string,
  card: Card,
  { attribute, value }: { attribute: string; value: Record<string, number | string> },
  at: number,
): Payload {
  return createPayload('CM4_BLE_GW_TX', {
    from: 'PI',
    to: 'CLOUD',
    time: toSeconds(at),
    mac: formatMac(box).toLowerCase(),
    type: 'reportAttribute',
    ...card,
    data: { attribute, value },
  })
}
