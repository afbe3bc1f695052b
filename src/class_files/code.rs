//! What a class file holds beyond its header: the constants that its code names, the code of its methods, and the bootstrap
//! methods of its `invokedynamic`. Names are those of the JVM; nothing is resolved here.

use noak::reader::attributes::BootstrapMethods;
use noak::reader::cpool::{self, ConstantPool, Index, Item, MethodKind};
use noak::reader::{AttributeContent, Class};

use crate::class_files::header::Name;
use crate::class_files::read::{Read, class_name, decoding, string, units};
use crate::jvm::value::JavaString;

/// The code of a class.
#[derive(Debug)]
pub struct ClassCode {
    /// By index; `None` where nothing stands that code may name.
    constants: Vec<Option<PoolItem>>,
    /// In the order of the header's methods.
    methods: Vec<Option<MethodBody>>,
    pub bootstraps: Vec<Bootstrap>,
}

#[derive(Clone, Debug)]
pub enum PoolItem {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    String(JavaString),
    /// As it stands: `java/lang/String`, or of an array `[Ljava/lang/String;`.
    Class(Name),
    Field(Member),
    Method(Member),
    Handle(Handle),
    /// A method's descriptor.
    MethodType(Name),
    /// By number in [`ClassCode::bootstraps`], with name and descriptor.
    InvokeDynamic(usize, Name, Name),
    /// A constant that a bootstrap method makes.
    Dynamic(usize, Name, Name),
}

/// A field or method as code names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    pub class: Name,
    pub name: Name,
    pub descriptor: Name,
}

/// What a method handle does (JVMS 5.4.3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleKind {
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

#[derive(Clone, Debug)]
pub struct Handle {
    pub kind: HandleKind,
    pub member: Member,
}

#[derive(Clone, Debug)]
pub struct Bootstrap {
    pub method: Handle,
    pub arguments: Vec<PoolItem>,
}

#[derive(Debug)]
pub struct MethodBody {
    /// The instructions, as they stand.
    pub bytes: Vec<u8>,
    pub handlers: Vec<ExceptionRange>,
}

/// A row of an exception table.
#[derive(Clone, Debug)]
pub struct ExceptionRange {
    pub start: u32,
    pub end: u32,
    pub handler: u32,
    /// `None` catches all.
    pub class: Option<Name>,
}

impl ClassCode {
    pub fn constant(&self, index: u16) -> Option<&PoolItem> {
        self.constants.get(usize::from(index))?.as_ref()
    }

    /// The field that the method of this number reads and gives, where it does nothing else: `return this.f;`.
    pub fn field_read(&self, number: usize) -> Option<&Member> {
        match self.method(number)?.bytes[..] {
            // `aload_0`, `getfield`, and `ireturn` to `areturn`.
            [0x2a, 0xb4, high, low, 0xac..=0xb0] => match self.constant(u16::from_be_bytes([high, low]))? {
                PoolItem::Field(member) => Some(member),
                _ => None,
            },
            _ => None,
        }
    }

    /// The code of the method of this number in the header.
    pub fn method(&self, number: usize) -> Option<&MethodBody> {
        self.methods.get(number)?.as_ref()
    }
}

pub(super) fn class_code(bytes: &[u8]) -> Read<ClassCode> {
    let class = Class::new(bytes).map_err(decoding)?;
    let pool = class.pool();
    let mut constants = Vec::new();
    for (index, item) in pool.iter_indices() {
        let place = usize::from(index.as_u16());
        if constants.len() <= place {
            constants.resize(place + 1, None);
        }
        constants[place] = pool_item(pool, item)?;
    }
    let mut methods = Vec::new();
    for method in class.methods() {
        methods.push(body(pool, &method.map_err(decoding)?)?);
    }
    let mut bootstraps = Vec::new();
    for attribute in class.attributes() {
        let attribute = attribute.map_err(decoding)?;
        if pool.retrieve(attribute.name()).map_err(decoding)?.as_bytes() == b"BootstrapMethods"
            && let AttributeContent::BootstrapMethods(table) =
                attribute.read_content(pool).map_err(decoding)?
        {
            bootstraps = bootstrap_methods(pool, &table)?;
        }
    }
    Ok(ClassCode { constants, methods, bootstraps })
}

/// The line at which the first method with lines begins.
pub(super) fn first_line(bytes: &[u8]) -> Read<Option<u32>> {
    let class = Class::new(bytes).map_err(decoding)?;
    let pool = class.pool();
    for method in class.methods() {
        for attribute in method.map_err(decoding)?.attributes() {
            let attribute = attribute.map_err(decoding)?;
            if pool.retrieve(attribute.name()).map_err(decoding)?.as_bytes() != b"Code" {
                continue;
            }
            let AttributeContent::Code(code) = attribute.read_content(pool).map_err(decoding)? else {
                continue;
            };
            for attribute in code.attributes() {
                let attribute = attribute.map_err(decoding)?;
                if pool.retrieve(attribute.name()).map_err(decoding)?.as_bytes() == b"LineNumberTable"
                    // A number of entries, and of the first one the place and the line. (`noak` takes places for four bytes.)
                    && let [_, _, _, _, high, low, ..] = *attribute.content()
                {
                    return Ok(Some(u16::from_be_bytes([high, low]).into()));
                }
            }
        }
    }
    Ok(None)
}

fn pool_item(pool: &ConstantPool<'_>, item: &Item<'_>) -> Read<Option<PoolItem>> {
    Ok(Some(match item {
        Item::Integer(item) => PoolItem::Int(item.value),
        Item::Long(item) => PoolItem::Long(item.value),
        Item::Float(item) => PoolItem::Float(item.value),
        Item::Double(item) => PoolItem::Double(item.value),
        Item::String(item) => {
            PoolItem::String(JavaString::from(units(pool.retrieve(item.string).map_err(decoding)?)))
        }
        Item::Class(item) => PoolItem::Class(string(pool, item.name)?.into()),
        Item::FieldRef(item) => PoolItem::Field(member(pool, item.class, item.name_and_type)?),
        Item::MethodRef(item) => PoolItem::Method(member(pool, item.class, item.name_and_type)?),
        Item::InterfaceMethodRef(item) => PoolItem::Method(member(pool, item.class, item.name_and_type)?),
        Item::MethodHandle(item) => PoolItem::Handle(handle(pool, item)?),
        Item::MethodType(item) => PoolItem::MethodType(string(pool, item.descriptor)?.into()),
        Item::InvokeDynamic(item) => {
            let (name, descriptor) = name_and_type(pool, item.name_and_type)?;
            PoolItem::InvokeDynamic(item.bootstrap_method_attr.into(), name, descriptor)
        }
        Item::Dynamic(item) => {
            let (name, descriptor) = name_and_type(pool, item.name_and_type)?;
            PoolItem::Dynamic(item.bootstrap_method_attr.into(), name, descriptor)
        }
        Item::Utf8(_) | Item::NameAndType(_) | Item::Module(_) | Item::Package(_) => return Ok(None),
    }))
}

fn name_and_type(pool: &ConstantPool<'_>, index: Index<cpool::NameAndType<'_>>) -> Read<(Name, Name)> {
    let item = pool.get(index).map_err(decoding)?;
    Ok((string(pool, item.name)?.into(), string(pool, item.descriptor)?.into()))
}

fn member(
    pool: &ConstantPool<'_>,
    class: Index<cpool::Class<'_>>,
    named: Index<cpool::NameAndType<'_>>,
) -> Read<Member> {
    let (name, descriptor) = name_and_type(pool, named)?;
    Ok(Member { class: class_name(pool, class)?, name, descriptor })
}

fn handle(pool: &ConstantPool<'_>, handle: &cpool::MethodHandle<'_>) -> Read<Handle> {
    let kind = match handle.kind {
        MethodKind::GetField => HandleKind::GetField,
        MethodKind::GetStatic => HandleKind::GetStatic,
        MethodKind::PutField => HandleKind::PutField,
        MethodKind::PutStatic => HandleKind::PutStatic,
        MethodKind::InvokeVirtual => HandleKind::InvokeVirtual,
        MethodKind::InvokeStatic => HandleKind::InvokeStatic,
        MethodKind::InvokeSpecial => HandleKind::InvokeSpecial,
        MethodKind::NewInvokeSpecial => HandleKind::NewInvokeSpecial,
        MethodKind::InvokeInterface => HandleKind::InvokeInterface,
    };
    let member = match pool.get(handle.reference).map_err(decoding)? {
        Item::FieldRef(item) => member(pool, item.class, item.name_and_type)?,
        Item::MethodRef(item) => member(pool, item.class, item.name_and_type)?,
        Item::InterfaceMethodRef(item) => member(pool, item.class, item.name_and_type)?,
        _ => return Err("a method handle names no member".to_owned()),
    };
    Ok(Handle { kind, member })
}

fn body(pool: &ConstantPool<'_>, method: &noak::reader::Method<'_>) -> Read<Option<MethodBody>> {
    for attribute in method.attributes() {
        let attribute = attribute.map_err(decoding)?;
        if pool.retrieve(attribute.name()).map_err(decoding)?.as_bytes() != b"Code" {
            continue;
        }
        let AttributeContent::Code(code) = attribute.read_content(pool).map_err(decoding)? else { continue };
        let mut handlers = Vec::new();
        for row in code.exception_handlers() {
            handlers.push(ExceptionRange {
                start: row.start().as_u32(),
                end: row.end().as_u32(),
                handler: row.handler().as_u32(),
                class: row.catch_type().map(|class| class_name(pool, class)).transpose()?,
            });
        }
        // `noak` has looked at the lengths; the bytes themselves stand behind two words and a length.
        let content = attribute.content();
        let length = content.get(4..8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_be_bytes);
        let bytes = content.get(8..).and_then(|rest| rest.get(..length as usize));
        let bytes = bytes.ok_or("its attribute `Code` is cut off")?.to_vec();
        return Ok(Some(MethodBody { bytes, handlers }));
    }
    Ok(None)
}

fn bootstrap_methods(pool: &ConstantPool<'_>, table: &BootstrapMethods<'_>) -> Read<Vec<Bootstrap>> {
    let mut found = Vec::new();
    for row in table.methods() {
        let row = row.map_err(decoding)?;
        let method = handle(pool, pool.get(row.method_ref()).map_err(decoding)?)?;
        let mut arguments = Vec::new();
        for argument in row.arguments() {
            let item = pool.get(argument.map_err(decoding)?).map_err(decoding)?;
            arguments.push(pool_item(pool, item)?.ok_or("an argument of a bootstrap method is no constant")?);
        }
        found.push(Bootstrap { method, arguments });
    }
    Ok(found)
}
