import { createHash } from 'node:crypto'

// LTI Platform Storage 1.0: a frame that keeps no cookies has the page around it keep what the frame needs to know again.

export interface PageScript {
  code: string
  hash: string
}

function script(code: string): PageScript {
  return { code, hash: createHash('sha256').update(code).digest('base64') }
}

/** As JSON that ends no script element. */
function said(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * The page around a tool's frame: it keeps what windows of the tool ask it to, each origin for itself, while the page is
 * open and no longer.
 */
export function keepForFrames(origins: readonly string[]): PageScript {
  return script(`const origins=${said(origins)},kept=new Map()
addEventListener('message',({data,origin,source})=>{
if(!source||!data||typeof data!=='object'||typeof data.subject!=='string'||!data.subject.startsWith('lti.'))return
const subjects=['lti.capabilities','lti.put_data','lti.get_data']
const {subject,message_id,key,value}=data
const answer=more=>source.postMessage({subject:subject+'.response',message_id,...more},origin)
const refuse=code=>answer({error:{code,message:code}})
if(!origins.includes(origin))return refuse('wrong_origin')
if(!subjects.includes(subject))return refuse('unsupported_subject')
if(typeof message_id!=='string')return refuse('bad_request')
if(subject==='lti.capabilities')return answer({supported_messages:subjects.map(subject=>({subject}))})
if(typeof key!=='string'||key===''||key.length>200)return refuse('bad_request')
const place=origin+' '+key
if(subject==='lti.get_data')return answer({key,value:kept.get(place)??null})
if(value==null){kept.delete(place);return answer({key,value:null})}
if(typeof value!=='string')return refuse('bad_request')
if(value.length>5000||(kept.size>=100&&!kept.has(place)))return refuse('storage_exhaustion')
kept.set(place,value)
answer({key,value})
})`)
}

/** Which window of the platform keeps: the page around this one, or a frame of it by name. */
const target = (name: string) => (name === '_parent' ? 'parent' : `(parent.frames[${said(name)}]||parent)`)

/** Asks the platform, and goes on with what it answers, or without after a second. */
const ask = `const ask=(to,message,origin)=>new Promise(done=>{
const message_id=crypto.randomUUID()
addEventListener('message',({data,origin:from})=>{if(from===origin&&data&&data.message_id===message_id)done(data)})
to.postMessage({...message,message_id},origin)
setTimeout(()=>done({}),1000)
})`

interface Stored {
  /** As the platform named it in the parameter lti_storage_target. */
  storage: string
  /** Of the platform's sign-in address. */
  origin: string
  key: string
}

/** In the tool's frame before it leaves for the platform. */
export function rememberInPlatform({ storage, origin, key }: Stored, value: string, next: string): PageScript {
  return script(`${ask}
ask(${target(storage)},{subject:'lti.put_data',key:${said(key)},value:${said(value)}},${said(origin)}).then(()=>location.replace(${said(next)}))`)
}

/** In the tool's frame when it is back: what was kept goes along with its link. */
export function recallFromPlatform({ storage, origin, key }: Stored): PageScript {
  return script(`${ask}
ask(${target(storage)},{subject:'lti.get_data',key:${said(key)}},${said(origin)}).then(({value})=>{
if(typeof value!=='string')return
const link=document.querySelector('a')
const url=new URL(link.href)
url.searchParams.set('browser',value)
link.href=url.href
})`)
}
