import {createBuilder} from 'vite'; import z from 'node:zlib'; import {readFileSync} from 'node:fs';
import {createHash} from 'node:crypto'; import path from 'node:path';
const parts=/client\/(components|data|tracking|document)\/|shared\//;
const react=/node_modules\/(react|react-dom|scheduler)\//;
const shell=/client\/(layout|data|document|styles)\/|client\/[a-z-]+\.tsx?$|node_modules\/react-router/;
const scoped=(name,file)=>`${name}-${createHash('sha256').update(path.relative('.',file.split('?')[0])).digest('base64url').slice(0,3)}`;
const V={
 base:{groups:[{name:'parts',test:parts,minShareCount:7}]},
 esnext:{groups:[{name:'parts',test:parts,minShareCount:7}],target:'esnext'},
 reactSplit:{groups:[{name:'react',test:react,priority:9},{name:'parts',test:parts,minShareCount:7}]},
 reactSplitApp:{groups:[{name:'react',test:react,priority:9},{name:'app',test:parts,minShareCount:7,priority:3},{name:'app',test:shell,minShareCount:7,priority:3}]},
 scopedN:{groups:[{name:'parts',test:parts,minShareCount:7}],scoped},
 share4:{groups:[{name:'parts',test:parts,minShareCount:7},{name:'live',test:/client\/(components|tracking)\/(.*card|streamed|state-box|track|click-r|use-load|skeleton|notif|item-)/,minShareCount:3}]},
 share5:{groups:[{name:'parts',test:parts,minShareCount:5}]},
 share4all:{groups:[{name:'parts',test:parts,minShareCount:4}]},
};
for(const n of process.argv.slice(2)){ const v=V[n]; 
 const b=await createBuilder({logLevel:'error', ...(v.scoped?{css:{modules:{generateScopedName:v.scoped}}}:{}), plugins:[{name:'x',config(c){c.build.target=v.target??'es2022';c.environments.client.build.rollupOptions.output.codeSplitting={groups:v.groups}; c.environments.client.build.outDir='/tmp/exp/'+n; c.environments.client.build.emptyOutDir=true;c.environments.client.build.copyPublicDir=false}}]});
 await b.build(b.environments.client);
 const d='/tmp/exp/'+n; const m=JSON.parse(readFileSync(d+'/.vite/manifest.json'));
 const memo={}; const br=f=>memo[f]??=z.brotliCompressSync(readFileSync(d+'/'+f)).length;
 const walk=(k,s=new Set())=>{const c=m[k]; if(!c||s.has(k))return s; s.add(k); for(const i of c.imports??[])walk(i,s); return s};
 const r=Object.keys(m).filter(k=>/\.page\.tsx$/.test(k)).map(k=>{const s=new Set([...walk('client/entry-browser.tsx'),...walk(k)]);return [[...s].reduce((a,x)=>a+br(m[x].file),0),s.size,[...new Set([...s].flatMap(x=>m[x].css??[]))].reduce((a,f)=>a+br(f),0),k.split('/').at(-1)]}).sort((a,b)=>b[0]-a[0]);
 console.log(n, r.slice(0,7).map(x=>x[0]+'/'+x[1]+'/css'+x[2]+' '+x[3]).join('; '), 'avg', Math.round(r.reduce((a,x)=>a+x[0],0)/r.length), 'entry', br(m['client/entry-browser.tsx'].file), Object.values(m).filter(x=>/^(react|app|parts|live)$/.test(x.name??'')).map(x=>x.name+br(x.file)).join(' '));
}
