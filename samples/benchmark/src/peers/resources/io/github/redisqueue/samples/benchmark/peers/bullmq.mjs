// An instance of the command `handlers` that runs BullMQ. Its commands are those of
// InstanceProcess that `handlers` uses: lines of the input, each of which is answered
// with a line. It ends with its input. Nobody knows what it allocates.
import { createInterface } from 'node:readline';
import { Queue, Worker } from 'bullmq';

const NAME = 'load';
const PREFIX = 'benchmark:bullmq';

let plan;
let connection;
let worker;
let handled = 0;

function open(values) {
  plan = Object.fromEntries(new URLSearchParams(values));
  const url = new URL(plan.redis);
  connection = {
    host: url.hostname,
    port: Number(url.port),
    db: Number(url.pathname.slice(1)),
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    tls: url.protocol === 'rediss:' ? {} : undefined,
  };
}

// As large as the payloads of the other queues, and as different.
function payload(number) {
  const data = { number, sent: Date.now(), text: '' };
  const size = Number(plan['payload-size']) - JSON.stringify(data).length;
  while (data.text.length < size) {
    data.text += Math.random().toString(36).slice(2);
  }
  data.text = data.text.slice(0, Math.max(0, size));
  return data;
}

async function fill(jobs) {
  const queue = new Queue(NAME, { connection, prefix: PREFIX, defaultJobOptions: { removeOnComplete: true } });
  const batch = Number(plan.batch);
  for (let first = 0; first < jobs; first += batch) {
    const size = Math.min(batch, jobs - first);
    await queue.addBulk(Array.from({ length: size }, (_, i) => ({ name: 'job', data: payload(first + i) })));
  }
  await queue.close();
}

async function listen() {
  const millis = Number(plan.millis);
  handled = 0;
  const handler = async () => {
    await new Promise((resolve) => setTimeout(resolve, millis));
    handled++;
  };
  worker = new Worker(NAME, handler, { connection, prefix: PREFIX, concurrency: Number(plan.concurrency) });
  worker.on('error', (error) => console.error(error));
  await worker.waitUntilReady();
}

function read() {
  const cpu = process.cpuUsage();
  return `${process.hrtime.bigint()} ${(cpu.user + cpu.system) * 1000} ${handled} 0`;
}

const COMMANDS = {
  open,
  fill: (jobs) => fill(Number(jobs)),
  listen,
  rest: async () => {
    await worker.close();
    return '0';
  },
  read,
  mark: read,
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, argument] = line.split(' ', 2);
  try {
    process.stdout.write(`ok ${(await COMMANDS[command](argument)) ?? ''}\n`);
  } catch (error) {
    console.error(error);
    process.stdout.write(`error ${String(error).replaceAll('\n', ' ')}\n`);
  }
}
process.exit(0);
