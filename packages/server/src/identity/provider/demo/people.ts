/** The people of the demo's identity provider and chat app, chosen so that every outcome of signing in can be seen. */
export interface DemoPerson {
  id: string
  name: string
  /** Catalogue key of what happens with this one. */
  note: string
  phone?: string
  chatAppId?: string
}

const heChenAtChatApp = 'o-demo-hechen-union'

export const identityProviderPeople: readonly DemoPerson[] = [
  { id: 'dev-lu-xingye', name: '陆星野', note: 'demo.person.fresh' },
  { id: 'dev-tang-yue', name: '唐越', note: 'demo.person.fresh' },
  { id: 'dev-ava-lindqvist', name: 'Ava Lindqvist', note: 'demo.person.fresh' },
  { id: 'dev-qin-xiaoman', name: '秦小满', note: 'demo.person.has_phone', phone: '13800000001' },
  { id: 'dev-he-chen', name: '贺晨', note: 'demo.person.has_chat_app', chatAppId: heChenAtChatApp },
]

export const chatAppPeople: readonly DemoPerson[] = [
  { id: heChenAtChatApp, name: '贺晨', note: 'demo.person.fresh' },
  { id: 'o-demo-sumu-union', name: '苏木', note: 'demo.person.fresh' },
]
