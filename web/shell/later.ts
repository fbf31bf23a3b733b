// The parts of the frame that its first paint does not need, in one file. The file is fetched right after the first
// paint, so that the parts are available when they are needed, even if the server is unreachable by then.
import AfterName from './agent/AfterName.svelte';
import AfterStart from './frame/AfterStart.svelte';
import Divider from './frame/Divider.svelte';
import FrameRest from './frame/FrameRest.svelte';
import NoAgent from './agent/NoAgent.svelte';
import Notice from './notices/Notice.svelte';
import StatusRest from './frame/StatusRest.svelte';
import TabBar from './frame/TabBar.svelte';

export default { AfterName, AfterStart, Divider, FrameRest, NoAgent, Notice, StatusRest, TabBar };
