import { type Coded, parseCodedList } from './coded.ts'
import { countries } from './countries.ts'

/**
 * Nationalities frequent in a Thai hospital, in about that order. STL is ours: ISO has no code for stateless people.
 */
const common = parseCodedList(`
  THA | Thai           | ไทย
  LAO | Lao            | ลาว
  MMR | Burmese        | เมียนมา
  KHM | Cambodian      | กัมพูชา
  VNM | Vietnamese     | เวียดนาม
  STL | Stateless      | ไร้สัญชาติ
  CHN | Chinese        | จีน
  MYS | Malaysian      | มาเลเซีย
  IND | Indian         | อินเดีย
  JPN | Japanese       | ญี่ปุ่น
  KOR | South Korean   | เกาหลีใต้
  RUS | Russian        | รัสเซีย
  GBR | British        | อังกฤษ
  DEU | German         | เยอรมัน
  USA | American       | อเมริกัน
  FRA | French         | ฝรั่งเศส
  AUS | Australian     | ออสเตรเลีย
  SWE | Swedish        | สวีเดน
  NOR | Norwegian      | นอร์เวย์
  DNK | Danish         | เดนมาร์ก
  FIN | Finnish        | ฟินแลนด์
  ISL | Icelandic      | ไอซ์แลนด์
  CHE | Swiss          | สวิส
  AUT | Austrian       | ออสเตรีย
  NLD | Dutch          | ดัตช์
  BEL | Belgian        | เบลเยียม
  LUX | Luxembourgish  | ลักเซมเบิร์ก
  ITA | Italian        | อิตาลี
  ESP | Spanish        | สเปน
  PRT | Portuguese     | โปรตุเกส
  GRC | Greek          | กรีก
  IRL | Irish          | ไอริช
  POL | Polish         | โปแลนด์
  CZE | Czech          | เช็ก
  SVK | Slovak         | สโลวัก
  HUN | Hungarian      | ฮังการี
  ROU | Romanian       | โรมาเนีย
  BGR | Bulgarian      | บัลแกเรีย
  UKR | Ukrainian      | ยูเครน
  BLR | Belarusian     | เบลารุส
  LTU | Lithuanian     | ลิทัวเนีย
  LVA | Latvian        | ลัตเวีย
  EST | Estonian       | เอสโตเนีย
  HRV | Croatian       | โครเอเชีย
  SRB | Serbian        | เซอร์เบีย
  SVN | Slovenian      | สโลวีเนีย
  CAN | Canadian       | แคนาดา
  NZL | New Zealander  | นิวซีแลนด์
  SGP | Singaporean    | สิงคโปร์
  IDN | Indonesian     | อินโดนีเซีย
  PHL | Filipino       | ฟิลิปปินส์
  BRN | Bruneian       | บรูไน
  TLS | Timorese       | ติมอร์-เลสเต
  TWN | Taiwanese      | ไต้หวัน
  HKG | Hongkonger     | ฮ่องกง
  MAC | Macanese       | มาเก๊า
  PRK | North Korean   | เกาหลีเหนือ
  MNG | Mongolian      | มองโกเลีย
  NPL | Nepali         | เนปาล
  BGD | Bangladeshi    | บังกลาเทศ
  PAK | Pakistani      | ปากีสถาน
  LKA | Sri Lankan     | ศรีลังกา
  BTN | Bhutanese      | ภูฏาน
  MDV | Maldivian      | มัลดีฟส์
  AFG | Afghan         | อัฟกัน
  KAZ | Kazakh         | คาซัคสถาน
  UZB | Uzbek          | อุซเบก
  KGZ | Kyrgyz         | คีร์กีซ
  IRN | Iranian        | อิหร่าน
  IRQ | Iraqi          | อิรัก
  ISR | Israeli        | อิสราเอล
  PSE | Palestinian    | ปาเลสไตน์
  JOR | Jordanian      | จอร์แดน
  LBN | Lebanese       | เลบานอน
  SYR | Syrian         | ซีเรีย
  SAU | Saudi          | ซาอุดีอาระเบีย
  ARE | Emirati        | สหรัฐอาหรับเอมิเรตส์
  KWT | Kuwaiti        | คูเวต
  QAT | Qatari         | กาตาร์
  OMN | Omani          | โอมาน
  BHR | Bahraini       | บาห์เรน
  YEM | Yemeni         | เยเมน
  TUR | Turkish        | ตุรกี
  EGY | Egyptian       | อียิปต์
  MAR | Moroccan       | โมร็อกโก
  SDN | Sudanese       | ซูดาน
  ETH | Ethiopian      | เอธิโอเปีย
  SOM | Somali         | โซมาเลีย
  KEN | Kenyan         | เคนยา
  TZA | Tanzanian      | แทนซาเนีย
  UGA | Ugandan        | ยูกันดา
  NGA | Nigerian       | ไนจีเรีย
  GHA | Ghanaian       | กานา
  CMR | Cameroonian    | แคเมอรูน
  MDG | Malagasy       | มาดากัสการ์
  ZAF | South African  | แอฟริกาใต้
  BRA | Brazilian      | บราซิล
  ARG | Argentine      | อาร์เจนตินา
  CHL | Chilean        | ชิลี
  COL | Colombian      | โคลอมเบีย
  PER | Peruvian       | เปรู
  MEX | Mexican        | เม็กซิโก
  CUB | Cuban          | คิวบา
`)

/** Uninhabited territories, which have no nationality. */
const uninhabited = new Set(['ATA', 'ATF', 'BVT', 'HMD', 'IOT', 'SGS', 'UMI'])

const known = new Set(common.map(({ code }) => code))
const others = countries.filter(({ code }) => !known.has(code) && !uninhabited.has(code))

export const nations: Coded[] = [...common, ...others.map(({ code, en, th }) => ({ code, en, th }))]
