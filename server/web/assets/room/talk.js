/** Talk: of the two players with each other, and of those who watch. */
import { Component, createRef, html } from '../html.js';
import { t } from '../i18n/index.js';
import { forget, recall, remember } from '../storage.js';
import { momentWords } from './people.js';
import { channelsOf, heardIn, unreadOf } from './talk-state.js';
import { cleanTalk } from './texts.js';

/** @import { Channel, ChatLine, Snapshot } from '../protocol.js' */
/** @import { Ref } from '../html.js' */
/** @import { TextKey } from '../i18n/index.js' */
/** @import { RoomSession } from './session.js' */

/** @type {Record<Channel, TextKey>} */
const CHANNEL_NAMES = { players: 'talk.players', watchers: 'talk.watchers' };

/** @type {Record<Channel, TextKey>} */
const SHORT_NAMES = { players: 'talk.toOpponent', watchers: 'talk.toWatchers' };

/** Whoever has scrolled up by more than so many pixels wants to read there, and is not moved. */
const AT_THE_END = 40;

/**
 * @typedef {object} TalkState
 * @property {boolean} open
 * @property {Channel | null} channel the one that was chosen
 * @property {string} draft
 * @property {boolean} refused whether the draft is one that cannot be sent
 */

/** @extends {Component<{ room: Snapshot, session: RoomSession }, TalkState>} */
export class Talk extends Component {
  /** @type {TalkState} */
  state = { open: matchMedia('(min-width: 56rem)').matches, channel: null, draft: '', refused: false };
  /** @type {Ref<HTMLElement>} */
  list = createRef();
  /** The last line of each channel that was seen. */
  readTo = { players: this.recallRead('players'), watchers: this.recallRead('watchers') };

  /** @param {Channel} channel */
  recallRead(channel) {
    return Number(recall(this.key(`read-${channel}`)) ?? 0);
  }

  /** @param {string} what */
  key(what) {
    return `${what}.${this.props.room.room}`;
  }

  componentDidMount() {
    document.addEventListener('visibilitychange', this.read);
    this.afterDrawing();
  }

  componentDidUpdate() {
    this.afterDrawing();
  }

  componentWillUnmount() {
    document.removeEventListener('visibilitychange', this.read);
  }

  afterDrawing() {
    const { session } = this.props;
    const { unsaid } = session;
    if (unsaid !== null) {
      session.takeUnsaid();
      // What somebody has begun to write meanwhile is not thrown away.
      if (this.state.draft === '') this.setState({ draft: unsaid.text, channel: unsaid.channel, open: true });
    }
    const list = this.list.current;
    if (list && this.follows) list.scrollTop = list.scrollHeight;
    this.read();
  }

  /** Whether the end of the list was in sight before it was drawn anew. */
  follows = true;

  onScroll = () => {
    const list = this.list.current;
    if (list === null) return;
    const { scrollTop, scrollHeight, clientHeight } = list;
    this.follows = scrollHeight - scrollTop - clientHeight < AT_THE_END;
  };

  /** What is in sight counts as read. */
  read = () => {
    const channel = this.channel();
    if (channel === undefined || !this.state.open || document.visibilityState !== 'visible') return;
    const last = this.props.room.chat?.findLast((line) => line.channel === channel)?.n ?? 0;
    if (last <= this.readTo[channel]) return;
    this.readTo[channel] = last;
    remember(this.key(`read-${channel}`), String(last));
    this.forceUpdate();
  };

  /** @returns {Channel | undefined} */
  channel() {
    const channels = channelsOf(this.props.room);
    return channels.find((channel) => channel === this.state.channel) ?? channels[0];
  }

  /** @param {Event} event */
  onToggle = (event) => {
    const { open } = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (open !== this.state.open) this.setState({ open });
  };

  mute = () => {
    if (isMuted(this.props.room)) forget(this.key('mute'));
    else remember(this.key('mute'), 'yes');
    // Others look at it, too.
    this.props.session.redraw();
  };

  /** @param {Event} event */
  onInput = (event) => {
    this.setState({ draft: /** @type {HTMLInputElement} */ (event.currentTarget).value, refused: false });
  };

  /** @param {SubmitEvent} event */
  onSubmit = (event) => {
    event.preventDefault();
    const channel = this.channel();
    const text = cleanTalk(this.state.draft);
    if (text === null || channel === undefined) {
      this.setState({ refused: this.state.draft.trim() !== '' });
      return;
    }
    this.follows = true;
    this.setState({ draft: '' });
    this.props.session.say(channel, text);
  };

  render() {
    const { room, session } = this.props;
    const channel = this.channel();
    if (channel === undefined) return null;
    const { open, draft, refused } = this.state;
    const muted = isMuted(room);
    const channels = channelsOf(room);
    const lines = room.chat ?? [];
    const unread = unreadOf(lines, { readTo: this.readTo, you: room.you, muted, channels });
    const heard = heardIn(lines, channel, { you: room.you, muted });
    return html`
      <details class="talk" open=${open} onToggle=${this.onToggle}>
        <summary>
          <span class="heading">${t(CHANNEL_NAMES[channel])}</span>
          ${unread.length > 0 && html`<span class="unread">${t('talk.unread', { count: unread.length })}</span>`}
          ${muted && html`<span class="details">${t('talk.isMuted')}</span>`}
        </summary>
        ${channels.length > 1 && html`
          <div class="channels" role="group" aria-label=${t('talk.channels')}>
            ${channels.map((one) => html`
              <button key=${one} type="button" class="quiet" aria-pressed=${one === channel} onClick=${() => this.setState({ channel: one })}>
                ${t(SHORT_NAMES[one])}
                ${unread.some((line) => line.channel === one) && html` <span class="unread">${t('talk.new')}</span>`}
              </button>
            `)}
          </div>
        `}
        <ol class="lines" ref=${this.list} tabindex="0" aria-label=${t(CHANNEL_NAMES[channel])} onScroll=${this.onScroll}>
          ${heard.length === 0 && html`<li class="nothing">${t(room.you === null ? 'talk.nothingWatchers' : 'talk.nothing')}</li>`}
          ${heard.map((line) => html`<${Line} key=${`${line.channel}-${line.n}`} line=${line} room=${room} now=${session.time.now()} />`)}
        </ol>
        <form class="say" onSubmit=${this.onSubmit}>
          <input
            type="text"
            name="talk"
            value=${draft}
            maxlength="300"
            autocomplete="off"
            enterkeyhint="send"
            aria-label=${t('talk.write')}
            placeholder=${t('talk.write')}
            aria-invalid=${refused}
            onInput=${this.onInput}
          />
          <button type="submit" disabled=${session.isPending('chat') || session.status !== 'connected'}>
            ${t('talk.send')}
          </button>
        </form>
        ${refused && html`<p class="details" role="alert">${t('error.bad_text')}</p>`}
        ${(muted || lines.some(({ from }) => from !== room.you)) && html`
          <p class="actions">
            <button type="button" class="quiet" data-action="mute" aria-pressed=${muted} onClick=${this.mute}>
              ${t('talk.mute')}
            </button>
          </p>
        `}
      </details>
    `;
  }
}

/** @param {{ line: ChatLine, room: Snapshot, now: number }} props */
function Line({ line, room, now }) {
  return html`
    <li data-mine=${String(line.from === room.you)}>
      <span class="speaker">${speaker(line, room)}</span>
      <bdi>${line.text}</bdi>${' '}
      <time datetime=${new Date(line.time).toISOString()}>${momentWords(line.time, now)}</time>
    </li>
  `;
}

/**
 * @param {ChatLine} line
 * @param {Snapshot} room
 * @returns {string}
 */
export function speaker({ from, name }, room) {
  if (from === room.you) return t('player.you');
  if (name !== undefined) return name;
  if (from === 'watcher') return t('talk.watcher');
  return t(room.you !== null ? 'player.opponent' : from === 'host' ? 'talk.host' : 'talk.guest');
}

/**
 * @param {Snapshot} room
 * @returns {boolean} whether this person does not want to hear the others here
 */
export function isMuted({ room }) {
  return recall(`mute.${room}`) !== null;
}
